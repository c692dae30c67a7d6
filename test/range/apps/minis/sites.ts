import {
  BANNER,
  CLICKJACKING,
  CROSS_ORIGIN,
  CSP,
  NOSNIFF,
  PERMISSIONS,
  REFERRER,
} from './faults/headers.ts'
import { COOKIE, FORM, SCRIPT, SECURITY_TXT, SESSION } from './faults/pages.ts'
import type { MiniSite } from './site.ts'
import { VARIANTS } from './variants.ts'

/** Each fault once, and with other faults than its neighbours: nothing hints at anything else. */
export const FLAWED: readonly MiniSite[] = [
  {
    name: 'bakery',
    title: 'The corner bakery',
    words: 'Rye bread, and buns on Saturdays.',
    faults: [
      NOSNIFF.missing,
      REFERRER.missing,
      PERMISSIONS.missing,
      CROSS_ORIGIN.missing,
      CLICKJACKING.missing,
      CSP.missing,
      SESSION.bare,
      BANNER.server,
      SCRIPT.missing,
      FORM.otherHost,
      SECURITY_TXT.missing,
    ],
  },
  {
    name: 'florist',
    title: 'Flowers by the gate',
    words: 'Tulips in spring, dahlias in autumn.',
    faults: [
      NOSNIFF.misspelt,
      REFERRER.unsafe,
      CLICKJACKING.allowAll,
      COOKIE.language,
      BANNER.poweredBy,
      FORM.byGet,
    ],
  },
  {
    name: 'cinema',
    title: 'The little cinema',
    words: 'Two films a week, one of them old.',
    faults: [
      PERMISSIONS.everyone,
      CROSS_ORIGIN.none,
      SESSION.noneInsecure,
      CSP.reportOnly,
      SCRIPT.unknownHash,
      SECURITY_TXT.expired,
    ],
  },
  {
    name: 'garage',
    title: 'Garage at the bridge',
    words: 'We mend what has wheels.',
    faults: [
      NOSNIFF.second,
      CLICKJACKING.allowFrom,
      COOKIE.consent,
      CSP.inline,
      FORM.personal,
      BANNER.aspNet,
    ],
  },
  {
    name: 'library',
    title: 'The village library',
    words: 'Four thousand books and a stove.',
    faults: [
      REFERRER.twice,
      PERMISSIONS.oldSyntax,
      SESSION.misspelt,
      SCRIPT.plainHttp,
      SECURITY_TXT.noContact,
      CLICKJACKING.metaOnly,
    ],
  },
  {
    name: 'museum',
    title: 'Museum of clocks',
    words: 'None of them agree.',
    faults: [
      NOSNIFF.pagesOnly,
      REFERRER.downgrade,
      CROSS_ORIGIN.misspelt,
      COOKIE.csrf,
      CSP.everyHost,
      FORM.button,
    ],
  },
  {
    name: 'ferry',
    title: 'The island ferry',
    words: 'On the hour, ice permitting.',
    faults: [
      REFERRER.list,
      PERMISSIONS.oldName,
      CLICKJACKING.ancestorsWin,
      BANNER.meta,
      SCRIPT.takenOver,
      SECURITY_TXT.noExpiry,
    ],
  },
  {
    name: 'choir',
    title: 'Choir of the valley',
    words: 'We sing on Thursdays.',
    faults: [
      CROSS_ORIGIN.reportOnly,
      SESSION.renewed,
      COOKIE.none,
      CSP.imagesOnly,
      FORM.base,
      BANNER.generator,
      CLICKJACKING.conflicting,
    ],
  },
  {
    name: 'dentist',
    title: 'Dentist on the square',
    words: 'It will not hurt much.',
    faults: [
      REFERRER.meta,
      PERMISSIONS.twice,
      CLICKJACKING.reportOnly,
      SCRIPT.empty,
      SECURITY_TXT.page,
    ],
  },
]

export const HEALTHY: readonly MiniSite[] = [
  {
    name: 'nursery',
    title: 'Plants and pots',
    words: 'Everything in it grows.',
    variants: [VARIANTS.upperCase, VARIANTS.ancestorsOnly, VARIANTS.session],
  },
  {
    name: 'pharmacy',
    title: 'Pharmacy at the mill',
    words: 'Open when the light is green.',
    variants: [VARIANTS.twiceAlike, VARIANTS.namesOnly],
  },
  {
    name: 'observatory',
    title: 'The hill observatory',
    words: 'Clear nights only.',
    variants: [VARIANTS.referrerFallback, VARIANTS.frameOptionsOnly, VARIANTS.goodbye],
  },
  {
    name: 'tailor',
    title: 'Tailor upstairs',
    words: 'Buttons while you wait.',
    variants: [VARIANTS.twoPolicies, VARIANTS.sniffList, VARIANTS.cookies],
  },
  {
    name: 'bicycle',
    title: 'Bicycles of all ages',
    words: 'We true every wheel.',
    variants: [VARIANTS.nonce, VARIANTS.referrerFuture],
  },
  {
    name: 'pottery',
    title: 'Pottery in the yard',
    words: 'Fired twice.',
    variants: [VARIANTS.overruled, VARIANTS.permissionsSome, VARIANTS.signed],
  },
  {
    name: 'orchard',
    title: 'The old orchard',
    words: 'Forty kinds of apple.',
    variants: [VARIANTS.tryingOut, VARIANTS.openerReports, VARIANTS.session],
  },
  {
    name: 'bookshop',
    title: 'Books by the station',
    words: 'Two crowns a page.',
    variants: [VARIANTS.hashedScripts, VARIANTS.session],
  },
  {
    name: 'lighthouse',
    title: 'Rooms in the lighthouse',
    words: 'A hundred steps, one bed.',
    variants: [VARIANTS.forms, VARIANTS.cookies],
  },
]
