import { defaultValue } from '../crawl/fields.ts'
import { numberOf, textOf, type Tree } from './values.ts'

const MOST_CHARS = 1000

/** JSON Schema and OpenAPI formats whose values have a form of their own. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2000-01-15',
  'date-time': '2000-01-15T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  email: 'palisade@sink.example',
  'idn-email': 'palisade@sink.example',
  hostname: 'palisade.example',
  'idn-hostname': 'palisade.example',
  ipv4: '203.0.113.7',
  ipv6: '2001:db8::7',
  uri: 'https://palisade.example/',
  url: 'https://palisade.example/',
  iri: 'https://palisade.example/',
  'uri-reference': '/palisade',
  'json-pointer': '/palisade',
  regex: '^palisade$',
  byte: 'cGFsaXNhZGU=',
  int32: '1',
  int64: '1',
  phone: '2025550143',
}

/** A string that fits format, pattern and length as far as that is cheap; else by what it is called. */
export function sampleText(schema: Tree, name: string): string {
  const format = textOf(schema['format'])?.toLowerCase()
  const known = format !== undefined && Object.hasOwn(BY_FORMAT, format) ? BY_FORMAT[format] : null
  if (known !== null && known !== undefined) return known
  const attributes = new Map<string, string>()
  const pattern = textOf(schema['pattern'])
  if (pattern !== null) attributes.set('pattern', pattern)
  const least = numberOf(schema['minLength'])
  const most = numberOf(schema['maxLength'])
  if (least !== null) attributes.set('minlength', String(least))
  if (most !== null && most > 0) attributes.set('maxlength', String(most))
  const hints = { type: 'text', name: name.slice(0, 200), label: '', attributes }
  return defaultValue(hints).slice(0, MOST_CHARS)
}

/** The number nearest to 1 that fits bounds and step; of contradictions the lower bound holds. */
export function sampleNumber(schema: Tree, isWhole: boolean): number {
  const step = Math.max(0, numberOf(schema['multipleOf']) ?? 0)
  const unit = step > 0 ? step : isWhole ? 1 : 0.5
  const least = Math.max(
    numberOf(schema['minimum']) ?? Number.NEGATIVE_INFINITY,
    beyond(schema, 'exclusiveMinimum', 'minimum', unit),
  )
  const most = Math.min(
    numberOf(schema['maximum']) ?? Number.POSITIVE_INFINITY,
    -beyond(schema, 'exclusiveMaximum', 'maximum', unit, -1),
  )
  const bounded = Math.max(least, Math.min(most, 1))
  const stepped = step > 0 ? Math.ceil(bounded / step) * step : bounded
  const whole = isWhole ? Math.ceil(stepped) : stepped
  return Number.isFinite(whole) && Math.abs(whole) < 1e15 ? whole : 1
}

/** An exclusive bound is a number of its own (3.1), or a flag beside the inclusive one (3.0). */
function beyond(schema: Tree, key: string, inclusive: string, unit: number, sign = 1): number {
  const own = schema[key]
  const bound = own === true ? numberOf(schema[inclusive]) : numberOf(own)
  return bound === null ? Number.NEGATIVE_INFINITY : sign * bound + unit
}
