import { ruleNumber } from './rule-number.ts'

/** Issue types that PortSwigger publishes, for checks that look for the same. */
const PUBLISHED: Readonly<Record<string, number>> = {
  clickjacking: 0x005009a0,
  'cmdi.echo': 0x00100100,
  'cmdi.time': 0x00100100,
  'code.eval': 0x00101000,
  'cors.credentials': 0x00200601,
  crlf: 0x00200200,
  'dir.listing': 0x00600100,
  'exposed.backup': 0x006000d8,
  'exposed.keys': 0x00600550,
  'header.hsts': 0x01000300,
  'info.private_ip': 0x00600300,
  'jslib.vulnerable': 0x00500080,
  ldapi: 0x00100500,
  'mixed.content': 0x01000400,
  'path.traversal': 0x00100300,
  'redirect.open': 0x00500100,
  smuggling: 0x00200140,
  ssti: 0x00101080,
  'xss.dom': 0x00200310,
  'xss.reflected': 0x00200300,
  'xss.stored': 0x00200100,
  xpathi: 0x00100600,
  xxe: 0x00100400,
}
/** A family whose members are one type to Burp. */
const FAMILIES: readonly (readonly [start: string, type: number])[] = [
  ['sqli.', 0x00100200],
  ['csrf.', 0x00200700],
]
/** Above the numbers that Burp uses for issues of its own and of extensions. */
const OWN_FROM = 0x10000000
const OWN_COUNT = 0x60000000

/** Importers merge issues of one type and key on it: the same check has the same number for ever. */
export const burpType = (checkId: string): number =>
  PUBLISHED[checkId] ??
  FAMILIES.find(([start]) => checkId.startsWith(start))?.[1] ??
  OWN_FROM + ruleNumber(checkId, OWN_COUNT)
