import { uuidV5 } from '../report/uuid-v5.ts'

/** STIX 2.1 §2.9: where the ids of cyber-observables come from. */
const OBSERVABLES = '00abedb4-aa42-466c-9c01-fed23315a9b7'
/** Ours, for all other objects. It must never change: ids would. */
const OBJECTS = '5b0b8b57-2f0e-4d0e-8a9c-3f4b6b1c7d21'

/** An object's id: the same scan and finding give the same one. */
export const objectId = <T extends string>(type: T, ...about: readonly string[]) =>
  `${type}--${uuidV5(OBJECTS, [type, ...about].join('|'))}` as const

/** An observable's id by the properties that make it; their names must come in order (RFC 8785). */
export const observableId = <T extends string>(
  type: T,
  contributing: Readonly<Record<string, string>>,
) => `${type}--${uuidV5(OBSERVABLES, JSON.stringify(contributing))}` as const
