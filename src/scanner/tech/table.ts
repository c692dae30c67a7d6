import { FRAMEWORKS } from './data/frameworks.ts'
import { HOSTING } from './data/hosting.ts'
import { LIBRARIES } from './data/libraries.ts'
import { PRODUCTS } from './data/products.ts'
import { SERVERS } from './data/servers.ts'
import { SERVICES } from './data/services.ts'
import { SITES } from './data/sites.ts'
import type { Technology } from './technology.ts'

/** All that we know, collected by hand from the documentation and the answers of the products. */
export const TECHNOLOGIES: readonly Technology[] = [
  ...SERVERS,
  ...HOSTING,
  ...FRAMEWORKS,
  ...SITES,
  ...PRODUCTS,
  ...LIBRARIES,
  ...SERVICES,
]
