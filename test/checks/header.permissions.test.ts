import check from '../../src/scanner/checks/passive/header.permissions.ts'
import { testCheck } from '../support/check-tester.ts'
import { html } from '../support/site.ts'

const sends = (value: string | readonly string[]) => ({
  site: html('<p>shop</p>', { headers: { 'permissions-policy': value } }),
})

/** Written out: a case that is made from the table would vanish with its row. */
const POWERFUL =
  'bluetooth camera clipboard-read display-capture geolocation hid idle-detection local-fonts midi payment serial window-management'.split(
    ' ',
  )

testCheck(check, {
  clean: {
    'switched off': sends('camera=(), microphone=(), geolocation=()'),
    'for the page and one site': sends('geolocation=(self "https://maps.example"), camera=self'),
    'in two headers': sends(['camera=()', 'usb=()']),
    'everybody may autoplay': sends('autoplay=*, fullscreen=(*), camera=()'),
    'with a place for reports': sends('camera=();report-to=main, usb=(self);report-to="x y"'),
    'the last of two members counts': sends('camera=*, camera=()'),
    'an empty header, which sets nothing': sends(''),
    'a comma in a parameter': sends('camera=();report-to="x,y", usb=()'),
    'a comma in an origin': sends('camera=("https://a.example/,b" self)'),
  },
  found: {
    'no header': { site: html('<p>shop</p>'), match: null, discriminators: ['missing'] },
    'everybody may listen': {
      ...sends('camera=(), microphone=*'),
      match: 'camera=(), microphone=*',
      note: /microphone/,
      discriminators: ['wildcard'],
    },
    ...Object.fromEntries(
      POWERFUL.map((feature) => [
        `everybody gets ${feature}`,
        { ...sends(`${feature}=*`), match: `${feature}=*`, discriminators: ['wildcard'] },
      ]),
    ),
    'everybody, in a list': { ...sends('usb=(self *)'), discriminators: ['wildcard'] },
    'the syntax of Feature-Policy': {
      ...sends("camera 'none'; microphone 'none'"),
      discriminators: ['invalid'],
    },
    'a feature without a value': { ...sends('camera'), discriminators: ['invalid'] },
    'quotes of the wrong kind': { ...sends("camera=('self')"), discriminators: ['invalid'] },
    'a list that does not end': { ...sends('camera=(self'), discriminators: ['invalid'] },
    'words after a list': { ...sends('camera=() microphone=()'), discriminators: ['invalid'] },
    'an empty member': { ...sends('camera=(),, usb=()'), discriminators: ['invalid'] },
  },
  skipped: {
    'a script': { site: { headers: { 'content-type': 'text/javascript' }, body: 'go()' } },
    'a page that is missing': { site: html('<p>no</p>', { status: 404 }) },
    'a page without text': { site: html(' ') },
  },
})
