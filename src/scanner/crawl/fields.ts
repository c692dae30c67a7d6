import { sampleOfPattern } from './pattern-sample.ts'

/** What is known of a form field before it gets a value. */
export type FieldHints = Readonly<{
  /** `text`, `email`, `textarea`, …; lower case. */
  type: string
  name: string
  label: string
  attributes: ReadonlyMap<string, string>
}>

/** Mail to this host goes nowhere: RFC 2606 reserves it. */
const SINK_EMAIL = 'palisade@sink.example'

/** Types whose value has a form of its own. */
const BY_TYPE: Readonly<Record<string, string>> = {
  email: SINK_EMAIL,
  tel: '2025550143',
  url: 'https://palisade.example/',
  number: '1',
  range: '1',
  date: '2000-01-15',
  'datetime-local': '2000-01-15T12:00',
  month: '2000-01',
  week: '2000-W03',
  time: '12:00',
  color: '#336699',
  search: 'test',
}

/** First match of autocomplete, name, id, label, placeholder, aria-label or title wins. */
const BY_WORDS: readonly (readonly [pattern: RegExp, value: string])[] = [
  [/e-?mail|correo|courriel/, SINK_EMAIL],
  [/phone|mobile|\btel\b|telefon|\bfax/, '2025550143'],
  [/website|homepage|\burl\b|\buri\b|link/, 'https://palisade.example/'],
  [/given-?name|first-?name|fname|vorname|prenom/, 'Pat'],
  [/family-?name|last-?name|surname|lname|nachname/, 'Palisade'],
  [/user-?name|login|nick/, 'palisade'],
  [/organi[sz]ation|company|firma/, 'Palisade'],
  [/post-?code|postal|\bzip|\bplz\b/, '10001'],
  [/country/, 'US'],
  [/\bcity|town|\bort\b/, 'Springfield'],
  [/street|address/, '1 Test Street'],
  [/birth|\bdob\b|\bbday\b|date/, '2000-01-15'],
  [/year/, '2000'],
  [/month|\bday\b|hour|minute/, '1'],
  [/\bage\b/, '30'],
  [/quantity|\bqty|amount|count|number|\bnum\b|price|total|\bid\b|page|limit/, '1'],
  [/search|query|keyword|\bq\b/, 'test'],
  [/name/, 'Pat Palisade'],
]

const NUMERIC: ReadonlySet<string> = new Set(['number', 'range'])
const TEXT = 'palisade'
const LONG_TEXT = 'Palisade test'

/** A value that the page's own validation would take, as far as the markup says what that is. */
export function defaultValue(hints: FieldHints): string {
  const { attributes } = hints
  const shaped = sampleOfPattern(attributes.get('pattern') ?? '')
  const value = BY_TYPE[hints.type] ?? shaped ?? valueOfWords(hints)
  if (NUMERIC.has(hints.type)) return String(withinNumbers(Number(value), attributes))
  return withinLength(withinText(value, attributes), attributes)
}

function valueOfWords({ type, name, label, attributes }: FieldHints): string {
  const texts = [attributes.get('autocomplete'), name, attributes.get('id'), label]
  const shown = ['placeholder', 'aria-label', 'title'].map((key) => attributes.get(key))
  const hints = [...texts, ...shown].map((text) =>
    (text ?? '')
      .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
      .replaceAll(/[_\s]/g, '-')
      .toLowerCase(),
  )
  const byWords = hints.map((hint) => BY_WORDS.find(([pattern]) => pattern.test(hint))?.[1])
  return byWords.find((value) => value !== undefined) ?? (type === 'textarea' ? LONG_TEXT : TEXT)
}

function withinNumbers(value: number, attributes: ReadonlyMap<string, string>): number {
  const min = numberOf(attributes.get('min')) ?? Number.NEGATIVE_INFINITY
  const max = numberOf(attributes.get('max')) ?? Number.POSITIVE_INFINITY
  const step = numberOf(attributes.get('step')) ?? 0
  const within = Math.max(min, Math.min(max, value))
  // Valid are min, min + step, and so on (HTML, 4.10.5.3.8).
  const from = Number.isFinite(min) ? min : 0
  const stepped = step > 0 ? from + Math.ceil((within - from) / step) * step : within
  return stepped <= max ? stepped : within
}

/** Dates and times compare as text. */
function withinText(value: string, attributes: ReadonlyMap<string, string>): string {
  if (!/^\d{4}-|^\d\d:/.test(value)) return value
  const min = attributes.get('min') ?? ''
  const max = attributes.get('max') ?? ''
  if (min !== '' && value < min) return min
  return max !== '' && value > max ? max : value
}

function withinLength(value: string, attributes: ReadonlyMap<string, string>): string {
  const longest = numberOf(attributes.get('maxlength'))
  const least = Math.min(numberOf(attributes.get('minlength')) ?? 0, 500)
  const cut = longest !== undefined && longest > 0 ? value.slice(0, longest) : value
  return cut.padEnd(least, 'a')
}

function numberOf(text: string | undefined): number | undefined {
  const value = Number(text ?? '')
  return text === undefined || text.trim() === '' || !Number.isFinite(value) ? undefined : value
}
