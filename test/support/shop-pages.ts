import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { valueOf } from './site.ts'
import type { Query } from './sqlite.ts'

/** Pages of a made-up shop whose parameter is for its database. */
export const number = 'https://shop.test/item?id=1'
export const word = 'https://shop.test/search?q=lamp'
export const sort = 'https://shop.test/list?by=price'

export const HEAD = '<!doctype html><title>Shop</title><nav>Home Products Cart Account Help</nav>'

/** The first parameter of the query, or `q` of the body. */
export const first = (request: HttpRequest): string => {
  const [inQuery] = request.url.searchParams.values()
  return inQuery ?? valueOf(request, 'q')
}

export const list = (rows: Query['rows']): string =>
  rows.map((row) => `<li><h2>${String(row['name'])}</h2>${String(row['about'])}`).join('')
