import type { Finding } from '../report/finding.ts'

type Place = Pick<Finding, 'url' | 'method' | 'parameter'>

/** The path of a URL, or the text itself where it is none. */
export const pathOf = (url: string): string => URL.parse(url)?.pathname ?? url

/** `GET /item [id]`: where something was found, in one line. */
export const placeLine = ({ url, method, parameter }: Place): string =>
  `${method} ${pathOf(url)}${parameter === '' ? '' : ` [${parameter}]`}`

/** A host as it may stand in names: `shop.test`, `shop.test:8443`; the text itself where no URL is. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url
