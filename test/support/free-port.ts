import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that Linux and others give to outgoing connections, of which tests open thousands. */
const PORTS = { from: 10_000, to: 32_000 }

/** A port that nothing listens on, and that stays free from the end of one process to the next. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    if (await mayListen(port)) return port
  }
}

const mayListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
