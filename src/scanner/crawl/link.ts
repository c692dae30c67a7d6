import type { Page } from './page.ts'

/** A reference as it stands in an answer, not yet resolved or judged. */
export type Link = Readonly<{
  reference: string
  /** `a[href]`, `redirect`, `script`, …: becomes the source of the crawl entry. */
  source: string
  /** What the reference is relative to; the page's base unless said. */
  base?: URL
  /** What a person reads on the link or button; tells dangerous ones. */
  text?: string | undefined
  /** Not GET where the page says that a script turns the link into another method. */
  method?: string | undefined
}>

/** One source of links. Reads nothing but the page; never throws, whatever the page holds. */
export type Extractor = (page: Page) => Iterable<Link>
