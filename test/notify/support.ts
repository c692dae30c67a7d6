import type { CompletedFacts } from '../../src/notify/facts.ts'

/** What a completed scan of shop.example is told as; `given` says what the test is about. */
export const someFacts = (given: Partial<CompletedFacts> = {}): CompletedFacts => ({
  event: 'scan_completed',
  scan_id: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11',
  target_url: 'https://shop.example/',
  risk_score: 61,
  counts: { critical: 1, high: 0, medium: 2, low: 0, info: 0 },
  top: [
    { severity: 'critical', title: 'SQL injection' },
    { severity: 'medium', title: 'Session cookie without HttpOnly' },
    { severity: 'medium', title: 'Clickjacking' },
  ],
  link: 'https://palisade.example/?scan=4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11',
  at: Date.UTC(2026, 10, 20, 10, 2, 31),
  ...given,
})

/** Texts that a target may put where people read them. */
export const HOSTILE = [
  '<!channel> <!everyone> <@U123>',
  '@everyone @here',
  '[click](https://evil.example) <https://evil.example|your bank>',
  '![pixel](https://evil.example/p.png) # heading **bold** `code` ~gone~',
  '<img src=x onerror=alert(1)><script>alert(1)</script>"\'>',
  'line\r\nBcc: victim@shop.example\r\n\r\nbody',
  `bidi \u202egnp.exe \u2066x\u0000\u0007`,
  'x'.repeat(300),
  '&'.repeat(9000),
  '😀'.repeat(5000),
  '\ud800 lone',
  '',
  ' \t ',
] as const

/** Every hostile text as each of the texts of a message. */
export const hostileFacts = HOSTILE.map((text) =>
  someFacts({
    target_url: text,
    top: Array.from({ length: 5 }, () => ({ severity: 'high' as const, title: text })),
    counts: { critical: 0, high: 10_000, medium: 0, low: 0, info: 0 },
  }),
)
