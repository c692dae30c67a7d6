import type { StoredResult } from './scan-store.ts'

/** Of a row that no unit handed in. */
export const EMPTY_RESULT: StoredResult = {
  requests: 0,
  hits: [],
  tallies: [],
  urls: [],
  discovered: [],
  points: [],
  cookies: [],
  folders: [],
  planted: [],
  landed: [],
  shown: [],
  origins: null,
  tech: [],
  performance: null,
  lastStartAt: null,
}
