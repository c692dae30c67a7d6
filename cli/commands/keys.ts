import { SERVER_OPTIONS } from '../connect.ts'
import { usageError } from '../exit.ts'
import { manageCommand, type Action } from '../manage.ts'
import { layOut } from '../render/table.ts'
import { clean } from '../render/text.ts'
import { Done, KeyList, NewKey, RotatedKey, type Key } from '../wire-account.ts'

const SHOWN_ONCE = 'It is shown this once and kept nowhere.'
const COLUMNS = [
  { title: 'Id' },
  { title: 'Name', grow: 2 },
  { title: 'Scopes' },
  { title: 'Hosts', grow: 1 },
  { title: 'Expires' },
  { title: 'Last used' },
]

const pathOf = (id: string) => `/api/keys/${encodeURIComponent(id)}`
const cells = (key: Key): string[] => [
  key.id,
  clean(key.name),
  key.scopes.join(' '),
  clean(key.allowed_hosts?.join(' ') ?? 'any'),
  key.rotated_to === null ? (key.expires_at ?? 'never') : `${key.expires_at} (rotated)`,
  key.last_used_at ?? 'never',
]

const list: Action = {
  operand: null,
  options: [],
  run: async (client, _parsed, _id, { terminal }) => {
    const { raw, value } = await client.call('/api/keys', KeyList)
    const { heading, lines } = layOut(COLUMNS, value.items.map(cells), terminal.columns)
    return { raw, out: [heading, ...lines].join('\n') }
  },
}

const create: Action = {
  operand: null,
  options: ['name', 'scope', 'host', 'expires'],
  run: async (client, parsed) => {
    const name = parsed.one('name')
    if (name === null) throw usageError('Missing --name: what is the key for?')
    const [scopes, hosts, expires] = [
      parsed.all('scope'),
      parsed.all('host'),
      parsed.one('expires'),
    ]
    const body = {
      name,
      ...(scopes.length > 0 && { scopes }),
      ...(hosts.length > 0 && { allowed_hosts: hosts }),
      ...(expires !== null && { expires_at: expires }),
    }
    const { raw, value } = await client.call('/api/keys', NewKey, { method: 'POST', body })
    const remark = `Key ${clean(value.id)} (${value.scopes.join(', ')}). ${SHOWN_ONCE}`
    return { raw, out: clean(value.key), remark }
  },
}

const rotate: Action = {
  operand: '<key-id>',
  options: [],
  run: async (client, _parsed, id) => {
    const { raw, value } = await client.call(`${pathOf(id)}/rotate`, RotatedKey, { method: 'POST' })
    const until = clean(value.old_key_expires_at)
    const remark = `Key ${clean(value.id)}. ${SHOWN_ONCE} The old key works until ${until} UTC.`
    return { raw, out: clean(value.key), remark }
  },
}

const revoke: Action = {
  operand: '<key-id>',
  options: [],
  run: async (client, _parsed, id) => {
    const { raw, value } = await client.call(pathOf(id), Done, { method: 'DELETE' })
    return { raw, out: '', remark: clean(value.message) }
  },
}

export const keysCommand = manageCommand({
  name: 'keys',
  summary: 'list, make, rotate and revoke the API keys of an account',
  options: [
    { name: 'name', value: 'NAME', help: 'create: what the key is for' },
    {
      name: 'scope',
      value: 'SCOPE',
      multiple: true,
      help: 'create: read, scan or manage; default: those of the key in use',
    },
    {
      name: 'host',
      value: 'HOST',
      multiple: true,
      help: 'create: a host it may scan; also *.HOST',
    },
    { name: 'expires', value: 'TIME', help: 'create: UTC, such as 2027-01-31T12:00:00' },
    { name: 'json', value: null, help: 'print the answer of the server' },
    ...SERVER_OPTIONS,
  ],
  examples: [
    'palisade keys create --name ci --scope read --scope scan',
    'palisade keys rotate 3kT9xQ2mZ7bLw',
  ],
  notes: ['create and rotate print the key alone to standard output.'],
  actions: { list, create, rotate, revoke },
})
