import { z } from 'zod'

import type { Service } from './e2e-instance.ts'

const Page = z.object({
  items: z.array(
    z.looseObject({ method: z.string(), url: z.string(), status: z.number().nullable() }),
  ),
  total: z.number(),
})
const PER_PAGE = 100

/** What a scan visited: method, URL and status of each, in order. */
export async function urlsOf(
  instance: Service,
  key: string,
  id: string,
): Promise<readonly string[]> {
  const found: string[] = []
  for (let page = 1; ; page += 1) {
    const path = `/api/scan/${id}/urls?page=${page}&per_page=${PER_PAGE}`
    const { items, total } = Page.parse((await instance.api('GET', path, undefined, { key })).body)
    found.push(...items.map(({ method, url, status }) => `${method} ${url} ${status}`))
    if (items.length < PER_PAGE || found.length >= total) return found.toSorted()
  }
}
