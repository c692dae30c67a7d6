import type { ScanSecrets } from '../../scanner/engine/options.ts'
import type { Vault } from '../deps.ts'
import type { StartOptions } from './start-options.ts'
import { secretsOf } from './start-options.ts'

/** The options of starts that come later: `secretsCt` opens with the id of what keeps them only. */
export type StowedOptions = Readonly<{ options: string; secretsCt: string }>

/** Options that were stowed by an older version lack the newer ones: these stand in. */
const DEFAULTS: StartOptions = {
  scanType: 'vuln',
  profile: 'standard',
  targetIp: null,
  excludedPaths: [],
  authConfig: null,
  customHeaders: {},
  speed: 'normal',
  requestDelayMs: null,
  tags: [],
  notes: '',
  webhook: null,
  notifyEmail: null,
  scanAuthorized: null,
  lowered: { max_duration_s: null, max_requests: null, max_pages: null, max_depth: null },
  optIn: [],
}

export async function stowOptions(
  vault: Vault,
  keeperId: string,
  options: StartOptions,
): Promise<StowedOptions> {
  const { webhook } = options
  const plain: StartOptions = {
    ...options,
    authConfig: null,
    customHeaders: {},
    webhook: webhook && { ...webhook, url: '' },
  }
  return {
    options: JSON.stringify(plain),
    secretsCt: await vault.seal(JSON.stringify(secretsOf(options)), keeperId),
  }
}

/** Throws when the secrets are another keeper's. */
export async function openOptions(
  vault: Vault,
  keeperId: string,
  stowed: StowedOptions,
): Promise<StartOptions> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by stowOptions
  const plain = JSON.parse(stowed.options) as Partial<StartOptions>
  const text = await vault.open(stowed.secretsCt, keeperId)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by stowOptions
  const secrets = JSON.parse(text) as ScanSecrets
  const { webhook = null } = plain
  return {
    ...DEFAULTS,
    ...plain,
    authConfig: secrets.auth_config,
    customHeaders: secrets.custom_headers,
    webhook: webhook && { ...webhook, url: secrets.webhook_url ?? '' },
  }
}
