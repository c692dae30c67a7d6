/** What is asked for: `page` counts from 1. */
export type PageRequest = Readonly<{ page: number; per_page: number }>
/** The one list envelope of the internal API (API document L174). */
export type Page<T> = Readonly<{
  items: readonly T[]
  total: number
  page: number
  per_page: number
  pages: number
}>

export const offsetOf = ({ page, per_page }: PageRequest): number => (page - 1) * per_page

export const pageCount = (total: number, perPage: number): number => Math.ceil(total / perPage)

/** Cuts one page out of a whole list; a page beyond the end is empty. */
export function pageOf<T>(all: readonly T[], request: PageRequest): Page<T> {
  const offset = offsetOf(request)
  return {
    items: all.slice(offset, offset + request.per_page),
    total: all.length,
    page: request.page,
    per_page: request.per_page,
    pages: pageCount(all.length, request.per_page),
  }
}

type Relation = 'first' | 'prev' | 'next' | 'last'

/** The Link header (RFC 8288) of a page of the list at `url`; other query fields are kept. */
export function pageLinks(
  url: string,
  { page, per_page, pages }: Omit<Page<unknown>, 'items' | 'total'>,
  /** Where the next page begins, for lists that can be entered there. */
  after: string | null = null,
): string {
  const targets: readonly (readonly [Relation, number, boolean])[] = [
    ['first', 1, true],
    ['prev', Math.min(page - 1, Math.max(pages, 1)), page > 1],
    ['next', page + 1, page < pages],
    ['last', pages, pages > 0],
  ]
  const link = (relation: Relation, target: number): string => {
    const address = new URL(url)
    address.searchParams.set('page', String(target))
    address.searchParams.set('per_page', String(per_page))
    address.searchParams.delete('after')
    if (relation === 'next' && after !== null) address.searchParams.set('after', after)
    return `<${address.href}>; rel="${relation}"`
  }
  return targets
    .filter(([, , isThere]) => isThere)
    .map(([relation, target]) => link(relation, target))
    .join(', ')
}
