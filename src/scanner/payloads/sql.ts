export type SqlBreaker = Readonly<{
  /** For sentences: what is put behind the value. */
  name: string
  /** Makes a statement invalid that the value stands in, in the right kind of place. */
  breaks: string
  /** Differs as little as possible and is valid in the same place. */
  heals: string
  /** What stands there: a value, or the name of a column or a direction of sorting. */
  of: 'value' | 'name'
}>

/**
 * `{value}` is the recorded value: made fresh where it is a value, left alone where it is a name, and
 * then `{mark}` is a comment with a nonce, which only an SQL parser reads as nothing.
 */
export const SQL_BREAKERS: readonly SqlBreaker[] = [
  { name: 'a single quote', breaks: "{value}'", heals: "{value}''", of: 'value' },
  { name: 'a double quote', breaks: '{value}"', heals: '{value}""', of: 'value' },
  { name: 'a bracket', breaks: '{value})', heals: '({value})', of: 'value' },
  { name: 'a backslash', breaks: '{value}\\', heals: '{value}\\\\', of: 'value' },
  { name: 'a quote', breaks: "{value}'{mark}", heals: '{value}{mark}', of: 'name' },
]

/** A way to add a condition behind a value with AND, by how the value is quoted. */
export type SqlCondition = Readonly<{
  /** For sentences: where the value stands. */
  place: string
  /** `{left}{operator}{right}` compares two numbers of equal length. */
  template: string
  operator: string
  /** In place of the operator: makes the statement invalid. */
  broken: string
  /** Only where arithmetic on the value is evaluated. */
  needsArithmetic: boolean
}>

const conditions = (
  place: string,
  templates: readonly string[],
  [operator, broken]: readonly [string, string],
  needsArithmetic = false,
): readonly SqlCondition[] =>
  templates.map((template) => ({ place, template, operator, broken, needsArithmetic }))

/**
 * Closed by what the statement itself has behind the value, so that no comment is needed, and AND
 * only: a statement that writes is never widened.
 */
export const SQL_CONDITIONS: readonly SqlCondition[] = [
  ...conditions(
    'as a number',
    [
      '{value} AND {left}{operator}{right}',
      '{value}) AND ({left}{operator}{right}',
      '{value})) AND (({left}{operator}{right}',
    ],
    ['=', ' '],
    true,
  ),
  ...conditions(
    'in single quotes',
    [
      "{value}' AND '{left}'{operator}'{right}",
      "{value}') AND ('{left}'{operator}'{right}",
      "{value}')) AND (('{left}'{operator}'{right}",
    ],
    ['=', ' {left} '],
  ),
  // The percent sign behind the value ends up behind the right side.
  ...conditions(
    'in a pattern',
    ["{value}%' AND '{left}'{operator}'{right}", "{value}%') AND ('{left}'{operator}'{right}"],
    [' LIKE ', ' {left} '],
  ),
  ...conditions(
    'in double quotes',
    ['{value}" AND "{left}"{operator}"{right}', '{value}") AND ("{left}"{operator}"{right}'],
    ['=', ' {left} '],
  ),
]

/** What closes the place of a value, by its quote, so that a SELECT can be appended. */
export const UNION_PLACES = {
  number: { place: 'as a number', closes: ['', ')', '))'] },
  single: { place: 'in single quotes', closes: ["'", "')", "'))"] },
  double: { place: 'in double quotes', closes: ['"', '")', '"))'] },
} as const
export type UnionPlace = keyof typeof UNION_PLACES

/**
 * `{none}` is a value that no row has, `{columns}` a list. What follows is a comment; a statement that
 * writes knows no UNION and fails whole.
 */
export const UNION = '{none}{closes} UNION ALL SELECT {columns}-- {word}'
/** Lists are tried up to this length. */
export const MOST_COLUMNS = 10
