import check from '../../src/scanner/checks/input/xss.reflected.ts'
import { testCheck } from '../support/check-tester.ts'
import { lets, page } from '../support/reflecting.ts'
import { escapeHtml } from '../support/site.ts'

const inDouble = (v: string) => `<input value="${v}">`
const inSingle = (v: string) => `<input value='${v}'>`
const inNone = (v: string) => `<input value=${v}>`
const asName = (v: string) => `<p ${v}>hello</p>`
const inLink = (v: string) => `<a href="${v}">back</a>`
const noTags = (value: string) => value.replace(/<[^>]*>/g, '')

testCheck(check, {
  clean: {
    'removes tags until none is left': page(
      (v) => `<p>${v}</p>`,
      (v) => v.replace(/[<>]/g, ''),
    ),
    'removes angle brackets before letters': page(
      (v) => `<p>${v}</p>`,
      (v) => v.replace(/<(?=[a-z/])/gi, ''),
    ),
    'allows elements without attributes': {
      ...page(
        (v) => `<p>${v}</p>`,
        (v) => v.replace(/<(?!\/?[bi]>)/gi, '&lt;'),
      ),
      requests: 3,
    },
    'removes handlers, script, and addresses of script': {
      ...page(
        (v) => `<p>${v}</p>`,
        (v) => v.replace(/\bon\w+\s*=|<\/?script|javascript:|srcdoc/gi, 'x'),
      ),
      requests: 7,
    },
  },
  found: {
    'removes unknown elements': {
      ...page(
        (v) => `<p>${v}</p>`,
        (v) => v.replace(/<(?!\/?(?:script|img|a|svg)\b)/gi, ''),
      ),
      note: /script element/,
    },
    'removes script elements and unknown ones': page(
      (v) => `<p>${v}</p>`,
      (v) => v.replace(/<(?!img)\/?\w+/gi, ''),
    ),
    'removes spaces': page(
      (v) => `<p>${v}</p>`,
      (v) => v.replace(/\s/g, '').replace(/<script/gi, ''),
    ),
    'removes handlers': {
      ...page(
        (v) => `<p>${v}</p>`,
        (v) => v.replace(/\bon\w+\s*=|<\/?script>/gi, ''),
      ),
      note: /`href` of <a>/,
    },
    'removes script elements once': page(
      (v) => `<p>${v}</p>`,
      (v) => v.replace(/\bon\w+\s*=|javascript:|srcdoc/gi, '').replace(/<\/?script>/gi, ''),
    ),
    'removes closed tags': { ...page((v) => `<p>${v}</p>`, noTags), match: /onfocus/ },
    'encodes, then decodes the percents': page(
      (v) => `<p>${v}</p>`,
      (v) => escapeHtml(v).replace(/%[0-9a-f]{2}/gi, decodeURIComponent),
    ),
    'encodes, then folds wide characters': page(
      (v) => `<p>${v}</p>`,
      (v) => escapeHtml(v).normalize('NFKC'),
    ),
    'a link that refuses the plain word': page(
      (v) => `<a href="${v}">back</a>`,
      (v) => escapeHtml(v).replace(/^javascript:/, '#'),
    ),
    'a list of choices, script removed': page(
      (v) => `<select><option>${v}</select>`,
      (v) => v.replace(/script/gi, ''),
    ),
    'removes handlers, in the document of a frame': page(
      (v) => `<iframe srcdoc="<p>${escapeHtml(v)}</p>"></iframe>`,
      (v) => v.replace(/\bon\w+\s*=/gi, ''),
    ),
    'lets frames through': lets(
      (v) => `<p>${v}</p>`,
      (v) => v.includes('<iframe'),
    ),
    'lets unknown elements out of double quotes': lets(inDouble, (v) => /^\w+" \w+="">/.test(v)),
    'lets handlers out of double quotes': lets(inDouble, (v) => /^\w+" onfocus=[^<]*$/.test(v)),
    'lets script out of double quotes': lets(inDouble, (v) => /^\w+"><script>/.test(v)),
    'decodes double quotes once more': page(inDouble, (v) =>
      v.includes('"') ? 'refused' : v.replaceAll('%22', '"'),
    ),
    'lets unknown elements out of single quotes': lets(inSingle, (v) => /^\w+' \w+=''>/.test(v)),
    'lets handlers out of single quotes': lets(inSingle, (v) => /^\w+' onfocus=[^<]*$/.test(v)),
    'lets script out of single quotes': lets(inSingle, (v) => /^\w+'><script>/.test(v)),
    'decodes single quotes once more': page(inSingle, (v) =>
      v.includes("'") ? 'refused' : v.replaceAll('%27', "'"),
    ),
    'lets handlers follow a bare value': lets(inNone, (v) => /^\w+ onfocus=[^<]*$/.test(v)),
    'lets elements follow a bare value': lets(inNone, (v) => /^\w+><\w/.test(v)),
    'lets other blanks follow a bare value': lets(inNone, (v) => /^\w+\fonfocus=/.test(v)),
    'lets handlers follow a name': lets(asName, (v) => /^\w+ onfocus=[^<]*$/.test(v)),
    'lets elements follow a name': lets(asName, (v) => /^\w+><\w/.test(v)),
    'wants an address of the web somewhere in a link': lets(inLink, (v) => v.includes('https://')),
    'looks for the scheme of script in a link': lets(
      inLink,
      (v) => !/javascript/i.test(v) && v.includes('script:'),
    ),
  },
})
