import type { Sink } from '../checks/check-browser.ts'

/**
 * What makes a browser call `{m}()` where a value from outside reaches markup, code or an address.
 * `{m}` is a new word for every visit.
 */
export const DOM_PAYLOADS: Readonly<Record<Sink, readonly string[]>> = {
  html: [
    '<img src=x onerror={m}()>',
    '"><img src=x onerror={m}()>',
    "'><img src=x onerror={m}()>",
    '</script><img src=x onerror={m}()>',
    // Into the value of an attribute that takes it whole.
    'javascript:{m}()',
  ],
  code: ['{m}()', "';{m}();//", '";{m}();//', "'-{m}()-'", '"-{m}()-"', '`;{m}();//', ');{m}();//'],
  address: ['javascript:{m}()'],
}

/** Script that goes where a value says: assignments to `location` cannot be watched. */
export const NAVIGATES =
  /\blocation\s*(?:\.\s*href\s*)?=[^=]|\blocation\s*\.\s*(?:assign|replace)\s*\(/

/** How script names the parameters that it reads: `get('q')`, `params.q`, `"?q="`. */
export const PARAMETER_NAMES: readonly RegExp[] = [
  /\.(?:get|getAll|has)\(\s*["'`]([\w-]{1,30})["'`]\s*\)/g,
  /[?&#]([a-z][\w-]{0,29})=/gi,
  /(?:split|match|indexOf|exec|replace)\(\s*["'`/](?:[?&#]|\[\?&\])?([a-z][\w-]{0,29})=/gi,
]
