import { createHash } from 'node:crypto'

/** STIX 2.1 §2.9: where the ids of cyber-observables come from. */
const OBSERVABLES = namespace('00abedb4-aa42-466c-9c01-fed23315a9b7')
/** Ours, for all other objects. It must never change: ids would. */
const OBJECTS = namespace('5b0b8b57-2f0e-4d0e-8a9c-3f4b6b1c7d21')

function namespace(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

/** RFC 9562 §5.5: a UUID made of a name, the same every time. */
function uuidV5(within: Buffer, name: string): string {
  const hash = createHash('sha1').update(within).update(name).digest()
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return `${parts.join('-')}-${hex.slice(20, 32)}`
}

/** An object's id: the same scan and finding give the same one. */
export const objectId = <T extends string>(type: T, ...about: readonly string[]) =>
  `${type}--${uuidV5(OBJECTS, [type, ...about].join('|'))}` as const

/** An observable's id by the properties that make it; their names must come in order (RFC 8785). */
export const observableId = <T extends string>(
  type: T,
  contributing: Readonly<Record<string, string>>,
) => `${type}--${uuidV5(OBSERVABLES, JSON.stringify(contributing))}` as const
