// Examples of the account's routes. A test holds each of them against its schema.

export const KEY = {
  id: '3kT9xQ2mZ7bLw',
  name: 'CI',
  scopes: ['read', 'scan'] as const,
  allowed_hosts: null,
  expires_at: null,
  last_used_at: '2026-11-20T09:00:00',
  rotated_to: null,
  created_at: '2026-11-01T08:00:00',
}

const TEXT = `psk_live_${KEY.id}_shown-once_crc`

export const NEW_KEY = { ...KEY, last_used_at: null, key: TEXT }

export const ROTATED_KEY = {
  ...NEW_KEY,
  replaces: '8sD1vB5nC4hJq',
  old_key_expires_at: '2026-11-21T10:00:00',
}

export const AUDIT_ITEM = {
  id: '4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11',
  at: '2026-11-20T10:00:00',
  actor: 'key:8sD1vB5nC4hJq',
  action: 'key.create' as const,
  detail: { key_id: KEY.id, name: 'CI', scopes: 'read scan', ip: '198.51.100.7' },
}

const TOKEN = '5b1f0a9c3e7d2846b0c1d2e3f4a5968778695a4b'

export const ASSET = {
  id: '7d6a4c1b-4f0c-4f5e-9a53-0c6d8f0b2a11',
  host: 'shop.example.org',
  proof: {
    dns_txt: { name: '_palisade.shop.example.org', value: `palisade-verification=${TOKEN}` },
    file: { path: '/.well-known/palisade.txt', content: TOKEN },
    meta: {
      name: 'palisade-verification',
      content: TOKEN,
      tag: `<meta name="palisade-verification" content="${TOKEN}">`,
    },
  },
  verified_at: null,
  verified_by: null,
  created_at: '2026-11-20T10:00:00',
}

export const VERIFIED_ASSET = {
  ...ASSET,
  verified_at: '2026-11-20T10:05:00',
  verified_by: 'dns_txt' as const,
  verified: true,
  checked: [
    {
      method: 'dns_txt' as const,
      result: 'found' as const,
      why: 'The TXT record of _palisade.shop.example.org has it.',
    },
  ],
}
