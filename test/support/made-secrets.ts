/** Random-looking text of a length, the same at every run. */
export function key(length: number, alphabet = 'aK3dQ9zRw7TbX2mPv5LcY8nHs4GjF6'): string {
  let seed = 11
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return alphabet[seed % alphabet.length] ?? ''
  }).join('')
}
export const hex = (length: number): string => key(length, '3f9a7c1e5b2d8064')
export const letters = (length: number): string => key(length, 'aKdQzRwTbXmPvLcYnHsGjFeU')

/** What follows the start of a key: apart, so that no key of any provider's format stands in a file. */
export const SHAPES: Readonly<Record<string, string>> = {
  'xoxb-': `${key(11)}-${key(24)}`,
  'xoxp-': `${key(11)}-${key(24)}`,
  'xapp-': `1-${key(11)}-${key(24)}`,
  'xoxa-': `${key(11)}-${key(24)}`,
  'xoxo-': `${key(11)}-${key(24)}`,
  'xoxr-': `${key(11)}-${key(24)}`,
  'hooks.slack.com/services/': `T${key(10)}/B${key(10)}/${key(24)}`,
  npm_: key(36),
  'sk-proj-': `${key(74)}T3BlbkFJ${key(74)}`,
  'sk-svcacct-': `${key(74)}T3BlbkFJ${key(74)}`,
  'sk-admin-': `${key(58)}T3BlbkFJ${key(58)}`,
  'sk-ant-api0': `3-${key(93)}AA`,
  gsk_: key(52),
  hf_: letters(34),
  lin_api_: key(40),
  ntn_: `${key(11, '3917508264')}${key(35)}`,
  'SG.': `${key(22)}.${key(43)}`,
  shppa_: hex(32),
  shpca_: hex(32),
  shpat_: hex(32),
  shpss_: hex(32),
  sk_live_: key(24),
  rk_live_: key(24),
  'glpat-': key(20),
  glc_: key(60),
  glsa_: `${key(32)}_${hex(8)}`,
  'hvs.': key(95),
  'hvb.': key(140),
  'hvr.': key(95),
  vcp_: key(40),
  vci_: key(40),
  vca_: key(40),
  vcr_: key(40),
  vck_: key(40),
  dapi: hex(32),
  dckr_pat_: key(27),
  figd_: key(43),
  cfk_: `${key(40)}${hex(8)}`,
  cfut_: `${key(40)}${hex(8)}`,
  cfat_: `${key(40)}${hex(8)}`,
  'tskey-': `auth-${key(12)}-${key(32)}`,
}
export const providerKey = (start: string): string =>
  `${start.startsWith('hooks') ? 'https://' : ''}${start}${SHAPES[start] ?? ''}`
