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
