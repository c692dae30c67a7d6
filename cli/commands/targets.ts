import type { Client } from '../client.ts'
import { SERVER_OPTIONS } from '../connect.ts'
import { EXIT, usageError } from '../exit.ts'
import { manageCommand, type Action } from '../manage.ts'
import { layOut } from '../render/table.ts'
import { clean } from '../render/text.ts'
import { CheckedTarget, Done, Target, TargetPage } from '../wire-account.ts'

const PER_PAGE = 100
const COLUMNS = [{ title: 'Host', grow: 1 }, { title: 'Proven' }, { title: 'Id' }]

const pathOf = (id: string) => `/api/assets/${encodeURIComponent(id)}`

async function allTargets(client: Client): Promise<Target[]> {
  const targets: Target[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const path = `/api/assets?page=${page}&per_page=${PER_PAGE}`
    const { value } = await client.call(path, TargetPage)
    targets.push(...value.items)
    pages = value.pages
  }
  return targets
}

/** The id of a target named by its host or by the id itself. */
async function idOf(client: Client, named: string): Promise<string> {
  const targets = await allTargets(client)
  const target = targets.find(({ id, host }) => id === named || host === named.toLowerCase())
  if (target) return target.id
  throw usageError(
    `The account has no target "${clean(named)}". "palisade targets list" shows all.`,
  )
}

/** The three places, of which one is enough. */
const howToProve = ({ host, proof }: Target): string =>
  [
    `To prove that ${clean(host)} is yours, publish one of these, then: palisade targets verify ${clean(host)}`,
    ...(proof.dns_txt === null
      ? []
      : [`  DNS   ${clean(proof.dns_txt.name)} TXT "${clean(proof.dns_txt.value)}"`]),
    `  file  https://${clean(host)}${clean(proof.file.path)} with the text ${clean(proof.file.content)}`,
    `  page  ${clean(proof.meta.tag)} in the head of the front page`,
  ].join('\n')

const list: Action = {
  operand: null,
  options: [],
  run: async (client, _parsed, _id, { terminal }) => {
    const items = await allTargets(client)
    const rows = items.map(({ host, verified_at, verified_by, id }) => [
      clean(host),
      verified_at === null ? 'no' : `${clean(verified_at)} (${clean(verified_by ?? '')})`,
      clean(id),
    ])
    const { heading, lines } = layOut(COLUMNS, rows, terminal.columns)
    return { raw: { items, total: items.length }, out: [heading, ...lines].join('\n') }
  },
}

const add: Action = {
  operand: '<host>',
  options: [],
  run: async (client, _parsed, host) => {
    const call = { method: 'POST', body: { host } }
    const { raw, value } = await client.call('/api/assets', Target, call)
    const isProven = value.verified_at !== null
    return { raw, out: isProven ? `${clean(value.host)} is proven.` : howToProve(value) }
  },
}

const verify: Action = {
  operand: '<host>',
  options: [],
  run: async (client, _parsed, named) => {
    const path = `${pathOf(await idOf(client, named))}/verify`
    const { raw, value } = await client.call(path, CheckedTarget, { method: 'POST' })
    const seen = value.checked.map(({ method, why }) => `  ${method.padEnd(8)}${clean(why)}`)
    const verdict = `${clean(value.host)} is ${value.verified ? 'proven' : 'not proven'}.`
    const exitCode = value.verified ? EXIT.passed : EXIT.findings
    return { raw, out: [verdict, ...seen].join('\n'), exitCode }
  },
}

const remove: Action = {
  operand: '<host>',
  options: [],
  run: async (client, _parsed, named) => {
    const id = await idOf(client, named)
    const { raw, value } = await client.call(pathOf(id), Done, { method: 'DELETE' })
    return { raw, out: '', remark: clean(value.message) }
  },
}

export const targetsCommand = manageCommand({
  name: 'targets',
  summary: 'list, add, prove and remove the hosts of an account',
  options: [
    { name: 'json', value: null, help: 'print the answer of the server' },
    ...SERVER_OPTIONS,
  ],
  examples: ['palisade targets add shop.example.org', 'palisade targets verify shop.example.org'],
  notes: ['verify exits with 1 when no proof was found. Ids are taken in the place of hosts.'],
  actions: { list, add, verify, remove },
})
