import type { Exchange } from '../../http/exchange.ts'
import { remember } from '../../http/remember.ts'

/** What an answer says about who may frame it. `text` is the header at fault, null where none is. */
export type Framing =
  | Readonly<{ kind: 'restricted' }>
  | Readonly<{ kind: 'missing' | 'invalid' | 'open' | 'conflict'; text: string | null }>

/** Sources that every site falls under (CSP 3, 6.7.2.8). */
const EVERYBODY = /^(?:\*|https?:(?:\/\/\*(?::\*)?)?|\*:\*)$/i

/**
 * Browsers look at frame-ancestors of any enforced policy first, and at X-Frame-Options only where
 * no policy has it (HTML standard, 7.4.4; CSP 3, 6.4.2.2). Neither counts in a meta tag.
 */
export function framingOf({ response: { headers } }: Exchange): Framing {
  const lists = ancestorLists(headers.get('content-security-policy') ?? '')
  if (lists.length > 0) {
    const isOpen = lists.every(({ sources }) => sources.some((source) => EVERYBODY.test(source)))
    return isOpen ? { kind: 'open', text: lists[0]?.text ?? null } : { kind: 'restricted' }
  }
  return byFrameOptions(headers.get('x-frame-options'))
}

const ancestorLists = remember((policies) =>
  policies.split(',').flatMap((policy) => ancestorsOf(policy) ?? []),
)

function ancestorsOf(policy: string) {
  for (const part of policy.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/)
    if (name?.toLowerCase() === 'frame-ancestors') return [{ text: part.trim(), sources }]
  }
  return null
}

const KNOWN: readonly string[] = ['deny', 'sameorigin', 'allowall']

function byFrameOptions(text: string | null): Framing {
  if (text === null) return { kind: 'missing', text }
  const values = new Set(text.split(',').map((value) => value.trim().toLowerCase()))
  if (values.size > 1) {
    const isConflict = KNOWN.some((value) => values.has(value))
    return { kind: isConflict ? 'conflict' : 'invalid', text }
  }
  return values.has('deny') || values.has('sameorigin')
    ? { kind: 'restricted' }
    : { kind: 'invalid', text }
}
