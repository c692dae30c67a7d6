/** A way to make a database wait, by engine and by where the value stands. */
export type SqlDelay = Readonly<{
  engine: string
  /** For sentences: where the value stands. */
  place: string
  /** Which recorded values can stand there. */
  of: 'number' | 'word' | 'any'
  template: string
  /** What `{amount}` counts: seconds with two decimals, whole seconds, or rows that are counted. */
  amount: 'fraction' | 'whole' | 'rows'
}>

type Place = 'number' | 'single' | 'double' | 'name'
const PLACES = {
  number: { place: 'as a number', of: 'number' },
  single: { place: 'in single quotes', of: 'any' },
  double: { place: 'in double quotes', of: 'any' },
  name: { place: 'as a name to sort by', of: 'word' },
} as const

/** SQLite cannot sleep: it counts rows that it makes up, without memory or tables. */
const countTo = (shown: string): string =>
  `(SELECT ${shown} FROM (WITH RECURSIVE {word}(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM {word} WHERE x<{amount}) SELECT x FROM {word}))`
const PIPE = `DBMS_PIPE.RECEIVE_MESSAGE('{word}',{amount})`

/**
 * Each is a subselect that hangs on nothing, so it runs once in a statement, and adds nothing to the
 * value: 0 to a number, an empty text to a text, NULL where MySQL knows only arithmetic. A statement
 * that writes touches the rows of the recorded request or none.
 */
const ENGINES: readonly Readonly<{
  engine: string
  amount: SqlDelay['amount']
  templates: Readonly<Partial<Record<Place, string>>>
}>[] = [
  {
    engine: 'MySQL',
    amount: 'fraction',
    templates: {
      number: '{value}-(SELECT 0 FROM (SELECT SLEEP({amount})){word})',
      single: "{value}'-(SELECT NULL FROM (SELECT SLEEP({amount})){word})-'",
      double: '{value}"-(SELECT NULL FROM (SELECT SLEEP({amount})){word})-"',
      name: '{value},(SELECT 0 FROM (SELECT SLEEP({amount})){word})',
    },
  },
  {
    engine: 'PostgreSQL',
    amount: 'fraction',
    templates: {
      number: '{value}-(SELECT 0 FROM pg_sleep({amount}) {word})',
      single: "{value}'||(SELECT '' FROM pg_sleep({amount}) {word})||'",
      name: '{value},(SELECT 0 FROM pg_sleep({amount}) {word})',
    },
  },
  {
    engine: 'SQLite',
    amount: 'rows',
    templates: {
      number: `{value}-${countTo('0*count(*)')}`,
      single: `{value}'||${countTo('substr(count(*),1,0)')}||'`,
      double: `{value}"||${countTo('substr(count(*),1,0)')}||"`,
      name: `{value},${countTo('count(*)')}`,
    },
  },
  {
    engine: 'Oracle',
    amount: 'whole',
    templates: {
      number: `{value}-(SELECT 0*${PIPE} FROM DUAL)`,
      single: `{value}'||(SELECT SUBSTR(${PIPE},1,0) FROM DUAL)||'`,
      name: `{value},(SELECT ${PIPE} FROM DUAL)`,
    },
  },
]

const delaysAt = (place: Place): readonly SqlDelay[] =>
  ENGINES.flatMap(({ engine, amount, templates }) => {
    const template = templates[place]
    return template === undefined ? [] : [{ engine, amount, template, ...PLACES[place] }]
  })

export const SQL_DELAYS: readonly SqlDelay[] = [
  ...delaysAt('number'),
  ...delaysAt('single'),
  ...delaysAt('double'),
  ...delaysAt('name'),
]

/** Some machines count these in a tenth of a second, slow ones in seconds. */
export const FIRST_ROWS = 2_000_000
