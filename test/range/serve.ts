import { parseArgs } from 'node:util'
import { APPS } from './apps.ts'

const names = APPS.map(({ name }) => name).join(', ')
const { values, positionals } = parseArgs({
  options: { port: { type: 'string', default: '0' } },
  allowPositionals: true,
})
const entry = APPS.find(({ name }) => name === positionals[0])
const port = Number(values.port)

if (entry === undefined || !Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`Usage: npm run range:serve -- <app> [--port N], where <app> is one of ${names}.`)
  process.exitCode = 2
} else {
  const app = await entry.start({ port })
  console.log(app.url)
  const stop = () => void app.close()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
