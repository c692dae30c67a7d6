/** What stands in every secret that a rule of our own finds. */
export const SECRET_STARTS = {
  privateKey: ['-----BEGIN'],
  aws: ['AKIA'],
  github: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
  google: ['AIza'],
  webToken: ['eyJ'],
  login: ['://'],
} as const

/**
 * How the keys of providers begin. Where none of these stands before a run of key characters, no
 * rule of secretlint that we use can match, so the text need not be given to it.
 */
export const KEY_STARTS: readonly string[] = [
  'xoxb-',
  'xoxp-',
  'xapp-',
  'xoxa-',
  'xoxo-',
  'xoxr-',
  'hooks.slack.com/services/',
  'npm_',
  'sk-proj-',
  'sk-svcacct-',
  'sk-admin-',
  'sk-ant-api0',
  'gsk_',
  'hf_',
  'lin_api_',
  'ntn_',
  'SG.',
  'shppa_',
  'shpca_',
  'shpat_',
  'shpss_',
  'sk_live_',
  'rk_live_',
  'glpat-',
  'glc_',
  'glsa_',
  'hvs.',
  'hvb.',
  'hvr.',
  'vcp_',
  'vci_',
  'vca_',
  'vcr_',
  'vck_',
  'dapi',
  'dckr_pat_',
  'figd_',
  'cfk_',
  'cfut_',
  'cfat_',
  'tskey-',
]

/** Schemes whose addresses carry a user and a password that open something. */
export const LOGIN_SCHEMES: ReadonlySet<string> = new Set([
  'http',
  'https',
  'ftp',
  'ftps',
  'sftp',
  'mongodb',
  'mongodb+srv',
  'mysql',
  'mysqlx',
  'mariadb',
  'postgres',
  'postgresql',
  'redis',
  'rediss',
  'amqp',
  'amqps',
  'ldap',
  'ldaps',
  'smtp',
  'smtps',
])

/** What people write where a secret would stand. */
export const PLACEHOLDERS: readonly RegExp[] = [
  /example|sample|placeholder|dummy|changeme|redacted|your[-_]?|foobar|<|>|\{|\}|\$|%[sd]|\.\.\./i,
  /^(?:user(?:name)?|pass(?:w(?:or)?d)?|pw|pwd|secret|token|key|test|guest|admin|root)$/i,
  /^(?:x+|\*+|0+|-+)$/i,
  /(.)\1{6}/,
  /0123456789|123456789|abcdefghij/i,
]

/** What stands near the keys of Google that are made for browsers: Firebase and Maps in a page. */
export const BROWSER_KEY =
  /firebase|authDomain|messagingSenderId|maps\.google|google[-_ ]?maps|maps[-_ ]?(?:api|key)|\bgapi\b/i

/** Hosts of documentation, and this machine: nothing behind them is the site's (RFC 2606, RFC 6761). */
export const PLACEHOLDER_HOST =
  /^(?:localhost|127\.0\.0\.1|\[::1\]|host(?:name)?|server|db|database|(?:.{0,200}\.)?(?:example|invalid|localhost|example\.(?:com|net|org)|domain\.(?:com|tld)))$/i

/** Roles of tokens that are made for the browser. */
export const PUBLIC_ROLES: ReadonlySet<string> = new Set(['anon', 'anonymous', 'public', 'guest'])
