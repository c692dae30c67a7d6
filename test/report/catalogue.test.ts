import { expect, it } from 'vitest'

import { cweName, OWASP_NAMES, owaspName } from '../../src/report/catalogue.ts'
import { CWE_NAMES } from '../../src/report/cwe-names.ts'

it.each([
  [
    'CWE-79',
    "Improper Neutralization of Input During Web Page Generation ('Cross-site Scripting')",
  ],
  [
    'CWE-89',
    "Improper Neutralization of Special Elements used in an SQL Command ('SQL Injection')",
  ],
  ['CWE-319', 'Cleartext Transmission of Sensitive Information'],
  ['CWE-601', "URL Redirection to Untrusted Site ('Open Redirect')"],
  ['CWE-693', 'Protection Mechanism Failure'],
] as const)('names %s', (id, name) => {
  expect(cweName(id)).toBe(name)
})

it('answers the id where it knows no name', () => {
  expect(cweName('CWE-999999')).toBe('CWE-999999')
  expect(owaspName('A77:2025')).toBe('A77:2025')
})

it('has ten OWASP categories of each edition', () => {
  expect(owaspName('A05:2025')).toBe('Injection')
  expect(owaspName('A05:2021')).toBe('Security Misconfiguration')
  for (const year of ['2021', '2025']) {
    expect(Object.keys(OWASP_NAMES).filter((id) => id.endsWith(`:${year}`))).toHaveLength(10)
  }
})

it('lists each weakness once, in order, under a well-formed id', () => {
  const numbers = Object.keys(CWE_NAMES).map((id) => Number(/^CWE-([1-9]\d*)$/.exec(id)?.[1]))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
  expect(new Set(Object.values(CWE_NAMES)).size).toBe(numbers.length)
})
