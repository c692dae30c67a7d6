import type { HttpRequest } from '../../src/scanner/http/exchange.ts'
import { html, valueOf, type Reply } from './site.ts'

export const url = 'https://shop.test/search?q=lamp'
export const q = (request: HttpRequest): string => valueOf(request, 'q')

/** A page that writes the value, after some treatment, into a template. */
export const page = (
  write: (value: string) => string,
  treat: (value: string) => string = (value) => value,
) => ({
  url,
  site: (request: HttpRequest): Reply =>
    html(`<!doctype html><title>Shop</title>${write(treat(q(request)))}<p>end</p>`),
})

/** A filter that knows all ways but one; a plain word passes as well. */
export const lets = (write: (value: string) => string, passes: (value: string) => boolean) =>
  page(write, (value) => (/^\w+$/.test(value) || passes(value) ? value : 'refused'))
