import type { FileKind } from './exposed-file.ts'

/** Settings that deployments leave in the web root; by how often they hold passwords. */
export const CONFIG_FILES: FileKind = {
  names: [
    '.env',
    '.env.local',
    '.env.production',
    '.env.development',
    '.env.bak',
    '.env.save',
    'wp-config.php.bak',
    'appsettings.json',
    'web.config',
    'application.properties',
    'application.yml',
    'docker-compose.yml',
  ],
  formats: [
    {
      what: 'environment variables',
      marker: /^\uFEFF?(?:\s*#[^\n]*\n)*\s*(?:export )?[A-Z][A-Z0-9_]{1,60}[ \t]{0,3}=[^\n]*/,
    },
    {
      what: 'the settings of WordPress',
      marker: /define\(\s*['"]DB_(?:PASSWORD|USER|NAME|HOST)['"]\s*,[^\n)]{0,100}/,
    },
    {
      what: 'the settings of an ASP.NET application',
      marker: /^\uFEFF?\s*\{[^]{0,2000}"(?:ConnectionStrings|AllowedHosts|Logging)"\s*:/,
    },
    {
      what: 'the settings of IIS',
      marker:
        /^\uFEFF?\s*(?:<\?xml[^>]{0,80}>\s*)?<configuration>[^]{0,3000}<(?:system\.web(?:Server)?|appSettings|connectionStrings)\b/,
    },
    {
      what: 'the settings of a Java application',
      marker:
        /^(?:spring|server|management|logging|jdbc|db|datasource|hibernate)\.[\w.-]{1,80}\s{0,3}=[^\n]*/m,
    },
    {
      what: 'the settings of a Spring application',
      marker: /^(?:spring|server|management|logging|datasource):\s*\n\s+[\w-]{1,40}:[^\n]*/m,
    },
    {
      what: 'the set-up of containers',
      marker: /^services:\s*\n(?:\s*#[^\n]*\n)*\s+[\w.-]{1,60}:\s*\n\s+[\w-]{1,30}:/m,
    },
  ],
}
