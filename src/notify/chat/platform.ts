export type Platform = 'slack' | 'discord' | 'teams'

type Rule = Readonly<{ platform: Platform; hosts: RegExp; path: RegExp }>

/**
 * Whose webhook a URL is (service.md, "Chat platforms"). Hosts are whole or end in a whole label,
 * never a part: a lookalike gets the signed generic body. Slack's /workflows/ and /triggers/ take no
 * blocks; a Discord URL with /slack takes Slack's body.
 */
const RULES: readonly Rule[] = [
  { platform: 'slack', hosts: /^hooks\.slack(?:-gov)?\.com$/, path: /^\/services\/./ },
  {
    platform: 'discord',
    hosts: /^(?:(?:ptb|canary)\.)?discord\.com$|^discordapp\.com$/,
    path: /^\/api\/(?:v\d{1,3}\/)?webhooks\/\d+\/[\w-]+\/?$/,
  },
  {
    platform: 'slack',
    hosts: /^(?:(?:ptb|canary)\.)?discord\.com$|^discordapp\.com$/,
    path: /^\/api\/(?:v\d{1,3}\/)?webhooks\/\d+\/[\w-]+\/slack\/?$/,
  },
  { platform: 'teams', hosts: /\.logic\.azure\.(?:com|us|cn)$/, path: /^\/workflows\/./ },
  {
    platform: 'teams',
    hosts: /\.environment\.api\.powerplatform\.com$/,
    path: /^\/powerautomate\/./,
  },
  // Retired connectors, which some tenants still have.
  { platform: 'teams', hosts: /\.webhook\.office\.com$/, path: /^\/./ },
  { platform: 'teams', hosts: /^outlook\.office\.com$/, path: /^\/webhook\/./ },
]

/** Null for anything that is not https on the usual port of such a host. */
export function platformOf(url: URL): Platform | null {
  if (url.protocol !== 'https:' || url.port !== '') return null
  const rule = RULES.find(({ hosts, path }) => hosts.test(url.hostname) && path.test(url.pathname))
  return rule?.platform ?? null
}
