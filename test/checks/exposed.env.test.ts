import check from '../../src/scanner/checks/page/exposed.env.ts'
import { CONFIG_FILES } from '../../src/scanner/payloads/config-files.ts'
import { testCheck } from '../support/check-tester.ts'
import { files, MISSING, text } from '../support/files.ts'
import { html } from '../support/site.ts'

const url = 'https://shop.test/app/'
const at = (name: string, body: string, type?: string) => ({
  url,
  site: files({ [`/app/${name}`]: text(body, type) }),
})
const ENV = 'APP_NAME=shop\nDB_PASSWORD=h7Kq2LmPz\n'
const named = (name: string) => ({ ...at(name, ENV), match: 'APP_NAME=shop', sightings: 1 })

testCheck(check, {
  clean: {
    'nothing there': { url, site: MISSING, requests: CONFIG_FILES.names.length },
    'every path answers like settings': { url, site: text(ENV) },
    'every path answers with a page': { url, site: html('<h1>Shop</h1>') },
    'a page that shows settings': { url, site: files({ '/app/.env': html(ENV) }) },
    forbidden: { url, site: files({ '/app/.env': { ...text(ENV), status: 403 } }) },
    'a text that speaks of variables': at('.env', 'Set the variables as in\nAPP_NAME=shop\n'),
    'an empty file': at('.env', '\n'),
    'other JSON': at('appsettings.json', '{"theme":"dark","items":[1,2]}'),
    'other XML': at('web.config', '<configurations><theme>dark</theme></configurations>'),
    'another text of key and value': at('application.properties', 'colour = red\n'),
    'other YAML': at('application.yml', 'theme: dark\nitems:\n  - 1\n'),
    'services as a list of words': at('docker-compose.yml', 'services: painting, repairs\n'),
    'a page of PHP that ran': at('wp-config.php.bak', 'Error establishing a connection\n'),
  },
  found: {
    'a file of environment variables': {
      ...named('.env'),
      confidence: 'confirmed',
      note: /^`\/app\/\.env` answers with environment variables\.$/,
      requests: CONFIG_FILES.names.length + 1,
    },
    'served as a download, after comments': {
      ...at(
        '.env',
        '# settings\n\n# of the shop\nexport API_TOKEN=abc\n',
        'application/octet-stream',
      ),
      match: '# settings\n\n# of the shop\nexport API_TOKEN=abc',
    },
    'blanks around the sign': {
      ...at('.env.local', '# overrides\nPRICE_SECRET = "h7Kq2LmPz"\n'),
      match: '# overrides\nPRICE_SECRET = "h7Kq2LmPz"',
    },
    'answers in part': {
      url,
      site: files({ '/app/.env': { ...text(ENV), status: 206 } }),
    },
    'pages instead of 404, and a file': {
      url,
      site: files({ '/app/.env': text(ENV) }, html('<h1>Shop</h1>')),
      confidence: 'confirmed',
    },
    'it is gone at the second look': {
      url,
      site: (request, nth) => (nth < 4 ? files({ '/app/.env': text(ENV) })(request) : MISSING),
      confidence: 'likely',
    },
    'the root folder': {
      url: 'https://shop.test/',
      site: files({ '/.env': text(ENV) }),
    },
    'settings of a developer': named('.env.local'),
    'settings of production': named('.env.production'),
    'settings of development': named('.env.development'),
    'a copy of the settings': named('.env.bak'),
    'a copy that an editor left': named('.env.save'),
    'settings of WordPress': {
      ...at('wp-config.php.bak', "<?php\ndefine( 'DB_NAME', 'shop' );\n", 'application/x-trash'),
      match: "define( 'DB_NAME', 'shop'",
    },
    'settings of ASP.NET': {
      ...at(
        'appsettings.json',
        '\uFEFF{\n "Logging": {"LogLevel": {}}, "ConnectionStrings": {"Main": "x"} }',
        'application/json',
      ),
      note: /ASP\.NET/,
    },
    'settings of IIS': {
      ...at(
        'web.config',
        '<?xml version="1.0"?>\n<configuration>\n <!-- shop -->\n <appSettings>\n',
        'text/xml',
      ),
      note: /IIS/,
    },
    'settings of a Java application': {
      ...at('application.properties', '# db\nspring.datasource.password=h7Kq2LmPz\n'),
      match: 'spring.datasource.password=h7Kq2LmPz',
    },
    'settings of a Spring application': {
      ...at('application.yml', 'spring:\n  datasource:\n    password: h7Kq2LmPz\n'),
      note: /Spring/,
    },
    'a set-up of containers': {
      ...at('docker-compose.yml', 'version: "3"\nservices:\n  web:\n    image: shop\n'),
      note: /containers/,
    },
    'two files': {
      url,
      site: files({ '/app/.env': text(ENV), '/app/.env.bak': text(`${ENV}B=1`) }),
      sightings: 2,
    },
  },
  skipped: { 'a page': { url: 'https://shop.test/app', site: html('<p>app</p>') } },
})
