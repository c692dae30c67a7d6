import type { LookupAddress } from 'node:dns'
import { lookup, resolveTxt } from 'node:dns/promises'

// RFC 1035 and RFC 8484's JSON form: what the Worker's DNS-over-HTTPS client expects.
const NO_ERROR = 0
const SERVER_FAILURE = 2
const NAME_ERROR = 3
const FAMILIES: Readonly<Record<string, { type: number; family: 4 | 6 }>> = {
  A: { type: 1, family: 4 },
  1: { type: 1, family: 4 },
  AAAA: { type: 28, family: 6 },
  28: { type: 28, family: 6 },
}
const TTL_S = 5
const NAME_LENGTH = 253

const TXT = 16
const NO_RECORDS = ['ENODATA', 'ENOTFOUND']

export type Lookup = (name: string) => Promise<readonly LookupAddress[]>
/** Each record as its strings. */
export type TxtLookup = (name: string) => Promise<readonly (readonly string[])[]>

/** Asks the host's own resolver: hosts file, search order and all. */
export const systemLookup: Lookup = (name) => lookup(name, { all: true, verbatim: true })

/** Asks the DNS servers of the host: getaddrinfo knows addresses only. */
export const systemTxt: TxtLookup = (name) => resolveTxt(name)

// What getaddrinfo says when the name does not exist. Everything else is a resolver that is down.
const isNameError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOTFOUND'

export type DnsAnswer = Readonly<{ status: number; body: string }>

/**
 * Answers one `GET /dns-query?name=&type=` as application/dns-json. Status 3 = the name does not
 * exist, 2 = the resolver cannot be asked; a name with addresses of the other family only is 0
 * without answers.
 */
export async function answerDnsQuery(
  query: URLSearchParams,
  ask: Lookup,
  askTxt: TxtLookup,
): Promise<DnsAnswer> {
  const name = (query.get('name') ?? '').replace(/\.$/, '')
  const isTxt = ['TXT', String(TXT)].includes((query.get('type') ?? '').toUpperCase())
  if (isTxt && name !== '' && name.length <= NAME_LENGTH) return answerTxt(name, askTxt)
  const family = FAMILIES[(query.get('type') ?? 'A').toUpperCase()]
  if (name === '' || name.length > NAME_LENGTH || !family) {
    return {
      status: 400,
      body: JSON.stringify({ error: 'name and type=A, AAAA or TXT are needed' }),
    }
  }
  const answer = (Status: number, addresses: readonly LookupAddress[]): DnsAnswer => ({
    status: 200,
    body: JSON.stringify({
      Status,
      Question: [{ name, type: family.type }],
      Answer: addresses
        .filter((address) => address.family === family.family)
        .map((address) => ({ name, type: family.type, TTL: TTL_S, data: address.address })),
    }),
  })
  try {
    return answer(NO_ERROR, await ask(name))
  } catch (error) {
    return answer(isNameError(error) ? NAME_ERROR : SERVER_FAILURE, [])
  }
}

async function answerTxt(name: string, ask: TxtLookup): Promise<DnsAnswer> {
  const answer = (Status: number, records: readonly (readonly string[])[]): DnsAnswer => ({
    status: 200,
    body: JSON.stringify({
      Status,
      Question: [{ name, type: TXT }],
      Answer: records.map((strings) => ({
        name,
        type: TXT,
        TTL: TTL_S,
        data: strings.map(quoted).join(' '),
      })),
    }),
  })
  try {
    return answer(NO_ERROR, await ask(name))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return answer(NO_RECORDS.includes(code) ? NAME_ERROR : SERVER_FAILURE, [])
  }
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
