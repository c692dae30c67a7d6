/**
 * Origins that are not the site's. `{word}` is new for every request; `{host}` is the site's host with
 * its port, `{name}` without. Ordered by how often they are let in.
 */
export const FOREIGN_ORIGINS: readonly Readonly<{
  id: 'random' | 'null' | 'prefix' | 'suffix' | 'http'
  origin: string
  /** For sentences. */
  what: string
}>[] = [
  { id: 'random', origin: 'https://{word}.example', what: 'any origin' },
  {
    id: 'null',
    origin: 'null',
    what: 'the origin `null`, which sandboxed frames of any page have,',
  },
  {
    id: 'prefix',
    origin: '{scheme}//{host}.{word}.example',
    what: 'origins that begin like its own',
  },
  { id: 'suffix', origin: '{scheme}//{word}{host}', what: 'origins that end like its own' },
  // Of a site on https: whoever is on the network path can be its host on plain http.
  { id: 'http', origin: 'http://{name}', what: 'its own host over plain http' },
]
