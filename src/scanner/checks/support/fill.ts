/** Texts and names by turns. Templates are the payloads: as many as the tables have. */
const taken = new Map<string, readonly string[]>()

function partsOf(template: string): readonly string[] {
  const known = taken.get(template)
  if (known !== undefined) return known
  const parts = template.split(/\{(\w+)\}/)
  taken.set(template, parts)
  return parts
}

/** Replaces each `{name}` that has a value; other braces stay as they are. */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  partsOf(template)
    .map((part, at) => (at % 2 === 0 ? part : (values[part] ?? `{${part}}`)))
    .join('')
