import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { pageLinks, pageOf } from '../../../src/services/scans/paging.ts'

const relations = (links: string) => links.match(/rel="\w+"/g)?.map((rel) => rel.slice(5, -1))

const LIST = ['a', 'b', 'c', 'd', 'e']

describe('pageOf', () => {
  it.each([
    [1, 2, ['a', 'b'], 3],
    [3, 2, ['e'], 3],
    [4, 2, [], 3],
    [1, 5, LIST, 1],
    [1, 100, LIST, 1],
  ])('page %i of %i a page', (page, per_page, items, pages) => {
    expect(pageOf(LIST, { page, per_page })).toEqual({ items, total: 5, page, per_page, pages })
  })

  it('has no pages when there is nothing', () => {
    expect(pageOf([], { page: 1, per_page: 20 })).toMatchObject({ items: [], total: 0, pages: 0 })
  })

  it('shows every item on exactly one page', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 7 }), (all, per_page) => {
        const { pages } = pageOf(all, { page: 1, per_page })
        const numbers = Array.from({ length: pages }, (_, index) => index + 1)
        const shown = numbers.flatMap((page) => pageOf(all, { page, per_page }).items)
        expect(shown).toEqual(all)
      }),
    )
  })
})

describe('pageLinks', () => {
  const ADDRESS = 'https://p.example/api/scans?tag=a%20b&page=2&per_page=2'

  it('names the neighbours and keeps the other fields', () => {
    const links = pageLinks(ADDRESS, { page: 2, per_page: 2, pages: 3 })
    expect(links.split(', ')).toEqual([
      '<https://p.example/api/scans?tag=a+b&page=1&per_page=2>; rel="first"',
      '<https://p.example/api/scans?tag=a+b&page=1&per_page=2>; rel="prev"',
      '<https://p.example/api/scans?tag=a+b&page=3&per_page=2>; rel="next"',
      '<https://p.example/api/scans?tag=a+b&page=3&per_page=2>; rel="last"',
    ])
  })

  it.each([
    [{ page: 1, pages: 1 }, ['first', 'last']],
    [{ page: 1, pages: 2 }, ['first', 'next', 'last']],
    [{ page: 2, pages: 2 }, ['first', 'prev', 'last']],
    [{ page: 1, pages: 0 }, ['first']],
    [{ page: 9, pages: 0 }, ['first', 'prev']],
  ])('%j', (place, expected) => {
    expect(relations(pageLinks(ADDRESS, { ...place, per_page: 2 }))).toEqual(expected)
  })

  it('leads back to what there is from beyond the end', () => {
    expect(pageLinks(ADDRESS, { page: 9, per_page: 2, pages: 3 })).toContain(
      'page=3&per_page=2>; rel="prev"',
    )
  })

  it('lets no query break out of its brackets', () => {
    const hostile =
      'https://p.example/api/scans?search=%3E%3B%20rel=%22next%22,%3Chttps://evil.example'
    const links = pageLinks(hostile, { page: 1, per_page: 20, pages: 1 })
    expect(relations(links)).toEqual(['first', 'last'])
    expect(links.match(/</g)).toHaveLength(2)
  })
})
