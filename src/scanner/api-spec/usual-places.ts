import type { CrawlEntry } from '../engine/unit.ts'

/** Marks entries that are asked for a description and are no page of their own. */
export const DESCRIPTION_SOURCE = 'api_description'

/** Where frameworks and gateways serve the description of an API when nobody moves it. */
const PLACES: readonly string[] = [
  '/openapi.json',
  '/openapi.yaml',
  '/openapi.yml',
  '/openapi',
  '/swagger.json',
  '/swagger.yaml',
  '/swagger/v1/swagger.json',
  '/swagger/doc.json',
  '/swagger-resources',
  '/v3/api-docs',
  '/v3/api-docs/swagger-config',
  '/v2/api-docs',
  '/v1/openapi.json',
  '/api-docs',
  '/api-docs.json',
  '/api-json',
  '/api/openapi.json',
  '/api/swagger.json',
  '/api/schema/',
  '/api/spec',
  '/api/v1/openapi.json',
  '/api/v2/openapi.json',
  '/api/v3/openapi.json',
  '/docs/openapi.json',
  '/q/openapi',
  '/spec',
  // RFC 9727: links to the descriptions of all APIs of a host
  '/.well-known/api-catalog',
  '/.well-known/openapi.json',
]
/** Below the path of the target, where an API lives in a folder. */
const BELOW: readonly string[] = [
  'openapi.json',
  'openapi.yaml',
  'swagger.json',
  'v3/api-docs',
  'v2/api-docs',
]

/** What an api scan without a given description asks for, beside the target itself. */
export function descriptionEntries(target: URL): readonly CrawlEntry[] {
  const folder = target.pathname.replace(/\/$/, '')
  const below = folder === '' ? [] : BELOW.map((name) => `${folder}/${name}`)
  return [...new Set([...PLACES, ...below])].map((path) => ({
    url: new URL(path, target.origin).href,
    source: DESCRIPTION_SOURCE,
    depth: 0,
  }))
}
