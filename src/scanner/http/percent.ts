const ESCAPES = /%u[0-9a-f]{4}|(?:%[0-9a-f]{2})+/gi

/** Percent-decodes once, as UTF-8; bytes that are no UTF-8 become U+FFFD. `%uXXXX` is read too. */
export const percentDecode = (text: string): string =>
  text.replace(ESCAPES, (escape) =>
    /^%u/i.test(escape)
      ? String.fromCharCode(Number.parseInt(escape.slice(2), 16))
      : new TextDecoder().decode(
          Uint8Array.from(escape.slice(1).split('%'), (hex) => Number.parseInt(hex, 16)),
        ),
  )
