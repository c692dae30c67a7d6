/** Versions of the protocol by what they are called on the wire; the oldest first. */
export const PROTOCOLS = {
  'SSL 3.0': 0x0300,
  'TLS 1.0': 0x0301,
  'TLS 1.1': 0x0302,
  'TLS 1.2': 0x0303,
  'TLS 1.3': 0x0304,
} as const
export type Protocol = keyof typeof PROTOCOLS
export const PROTOCOL_LIST: readonly (readonly [name: Protocol, version: number])[] = [
  ['SSL 3.0', PROTOCOLS['SSL 3.0']],
  ['TLS 1.0', PROTOCOLS['TLS 1.0']],
  ['TLS 1.1', PROTOCOLS['TLS 1.1']],
  ['TLS 1.2', PROTOCOLS['TLS 1.2']],
  ['TLS 1.3', PROTOCOLS['TLS 1.3']],
]

/** IANA's numbers of the suites that browsers use today, for TLS 1.2 and before. */
export const USUAL_SUITES: readonly number[] = [
  0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc009, 0xc013, 0xc00a, 0xc014, 0x009c, 0x009d,
  0x002f, 0x0035, 0x009e, 0x009f, 0x0033, 0x0039, 0x000a,
]
export const TLS13_SUITES: readonly number[] = [0x1301, 0x1302, 0x1303]

/** Suites that no server should agree to, by what is wrong with them. */
export const WEAK_SUITES = {
  /** Nothing is encrypted. */
  null: {
    0x0001: 'TLS_RSA_WITH_NULL_MD5',
    0x0002: 'TLS_RSA_WITH_NULL_SHA',
    0x003b: 'TLS_RSA_WITH_NULL_SHA256',
    0xc006: 'TLS_ECDHE_ECDSA_WITH_NULL_SHA',
    0xc010: 'TLS_ECDHE_RSA_WITH_NULL_SHA',
  },
  /** Nobody proves who they are. */
  anonymous: {
    0x0018: 'TLS_DH_anon_WITH_RC4_128_MD5',
    0x001b: 'TLS_DH_anon_WITH_3DES_EDE_CBC_SHA',
    0x0034: 'TLS_DH_anon_WITH_AES_128_CBC_SHA',
    0x003a: 'TLS_DH_anon_WITH_AES_256_CBC_SHA',
    0x006c: 'TLS_DH_anon_WITH_AES_128_CBC_SHA256',
    0x00a6: 'TLS_DH_anon_WITH_AES_128_GCM_SHA256',
    0xc018: 'TLS_ECDH_anon_WITH_AES_128_CBC_SHA',
    0xc019: 'TLS_ECDH_anon_WITH_AES_256_CBC_SHA',
  },
  /** Keys of 40 and 56 bits, as export rules once wanted them. */
  export: {
    0x0003: 'TLS_RSA_EXPORT_WITH_RC4_40_MD5',
    0x0006: 'TLS_RSA_EXPORT_WITH_RC2_CBC_40_MD5',
    0x0008: 'TLS_RSA_EXPORT_WITH_DES40_CBC_SHA',
    0x0014: 'TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA',
    0x0009: 'TLS_RSA_WITH_DES_CBC_SHA',
    0x0015: 'TLS_DHE_RSA_WITH_DES_CBC_SHA',
  },
  /** Biased key stream (RFC 7465). */
  rc4: {
    0x0004: 'TLS_RSA_WITH_RC4_128_MD5',
    0x0005: 'TLS_RSA_WITH_RC4_128_SHA',
    0xc007: 'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA',
    0xc011: 'TLS_ECDHE_RSA_WITH_RC4_128_SHA',
  },
  /** Blocks of 64 bits: they repeat within a long connection (CVE-2016-2183). */
  '3des': {
    0x000a: 'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
    0x0016: 'TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA',
    0xc008: 'TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA',
    0xc012: 'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA',
  },
} as const satisfies Record<string, Readonly<Record<number, string>>>
export type WeakFamily = keyof typeof WEAK_SUITES
export const WEAK_FAMILIES = Object.keys(WEAK_SUITES).filter(
  (name): name is WeakFamily => name in WEAK_SUITES,
)

export const suitesOf = (family: WeakFamily): readonly number[] =>
  Object.keys(WEAK_SUITES[family]).map(Number)

export const suiteName = (family: WeakFamily, suite: number): string =>
  new Map(Object.entries(WEAK_SUITES[family])).get(String(suite)) ??
  `0x${suite.toString(16).padStart(4, '0')}`
