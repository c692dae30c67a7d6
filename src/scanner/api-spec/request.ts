import { LIMITS } from '../../limits.ts'
import { defaultValue } from '../crawl/fields.ts'
import { sampleBody } from './body.ts'
import { done, refused, type ApiRequest, type Outcome } from './operation.ts'
import { sampleParameters, type Parameter, type ParameterPlace } from './parameters.ts'
import type { Resolve } from './references.ts'
import type { SpecVersion } from './read-document.ts'
import { makeSampler, type Sampler } from './sample.ts'
import type { Tree } from './values.ts'

export type Template = Readonly<{
  version: SpecVersion
  resolve: Resolve
  method: string
  /** With the base path. */
  path: string
  operation: Tree
  parameters: readonly Tree[]
}>

const ACCEPT = 'application/json, */*;q=0.5'
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/
/** The connection's, the body's, and those that OpenAPI says are described elsewhere. */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(
  [
    'host connection content-length transfer-encoding upgrade expect cookie',
    'accept content-type authorization accept-encoding user-agent x-scan-id',
  ].flatMap((line) => line.split(' ')),
)
/** Methods whose requests carry a body; what a GET describes as one is not sent. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])
const ORIGIN = 'http://target.invalid'

/** A request that the description takes for valid, or why none is made. */
export function sampleRequest(template: Template): Outcome<ApiRequest> {
  const whole = requestBy(template, makeSampler(template.resolve))
  if (!whole.ok || isSmall(whole.value)) return whole
  const least = requestBy(template, makeSampler(template.resolve, 0))
  return least.ok && !isSmall(least.value) ? refused('its request would be too large') : least
}

const isSmall = (request: ApiRequest): boolean =>
  JSON.stringify(request).length <= LIMITS.apiRequestChars

function requestBy(template: Template, sampler: Sampler): Outcome<ApiRequest> {
  const { resolve, parameters, method } = template
  const sampled = sampleParameters(parameters, sampler, resolve)
  const address = addressOf(template.path, sampled)
  if (address === null) return refused('its path is not one that a URL can have')
  const outcome = WITH_BODY.has(method)
    ? sampleBody(template.operation, parameters, { ...template, sampler })
    : ({ kind: 'none' } as const)
  if (outcome.kind === 'impossible') return refused(outcome.reason)
  const body = outcome.kind === 'body' ? outcome.body : null
  const headers = headersOf(sampled)
  return done({
    ...address,
    ...headers,
    body: body?.text ?? null,
    contentType: body?.contentType ?? null,
    fields: body?.fields.map(([name, value]) => ({ name, value })) ?? [],
  })
}

const of = (sampled: readonly Parameter[], place: ParameterPlace): readonly Parameter[] =>
  sampled.filter((parameter) => parameter.in === place)
const pairsIn = (sampled: readonly Parameter[], place: ParameterPlace) =>
  of(sampled, place).flatMap(({ pairs }) => [...pairs])

/** Some write a fixed query into the path; dots would lead to another path, and so would `//`. */
function addressOf(
  template: string,
  sampled: readonly Parameter[],
): Pick<ApiRequest, 'address' | 'segments'> | null {
  const [path = '', fixed = ''] = template.split('#', 1)[0]?.split('?', 2) ?? []
  const values = new Map(pairsIn(sampled, 'path'))
  const written = path.split('/').map((segment) => filled(segment, values))
  const queries = pairsIn(sampled, 'query').map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`,
  )
  const query = [...(fixed === '' ? [] : [fixed]), ...queries].join('&')
  const address = written.join('/') + (query === '' ? '' : `?${query}`)
  const url = URL.parse(ORIGIN + address)
  const isKept = url?.origin === ORIGIN && url.pathname.split('/').length === written.length
  if (!isKept || !address.startsWith('/') || url.href.length > LIMITS.urlLength) return null
  const segments = path
    .split('/')
    .flatMap((segment, at) => (PLACEHOLDER.test(segment) && at > 0 ? [at] : []))
  return { address: url.pathname + url.search, segments }
}

const PLACEHOLDER = /\{[^{}]{1,100}\}/
const PLACEHOLDERS = new RegExp(PLACEHOLDER, 'g')

const filled = (segment: string, values: ReadonlyMap<string, string>): string =>
  segment.replaceAll(PLACEHOLDERS, (placeholder) => {
    const name = placeholder.slice(1, -1)
    const given = values.get(name) ?? ''
    const value = given === '' || /^\.{1,2}$/.test(given) ? byName(name) : given
    return encodeURIComponent(value.toWellFormed())
  })

const byName = (name: string): string =>
  defaultValue({ type: 'text', name, label: '', attributes: new Map() })

function headersOf(
  sampled: readonly Parameter[],
): Pick<ApiRequest, 'headers' | 'headerNames' | 'cookieNames'> {
  const named = pairsIn(sampled, 'header').filter(
    ([name]) => HEADER_NAME.test(name) && !NOT_PARAMETERS.has(name.toLowerCase()),
  )
  const cookies = pairsIn(sampled, 'cookie').filter(([name]) => HEADER_NAME.test(name))
  const lower = named.map(([name, value]) => [name.toLowerCase(), visible(value)] as const)
  const pairs = cookies.map(
    ([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`,
  )
  return {
    headers: {
      accept: ACCEPT,
      ...Object.fromEntries(lower),
      ...(pairs.length > 0 && { cookie: pairs.join('; ') }),
    },
    headerNames: [...new Set(lower.map(([name]) => name))],
    cookieNames: [...new Set(cookies.map(([name]) => name))],
  }
}

const visible = (value: string): string => value.replaceAll(/[^\x20-\x7e]/g, '').trim()
