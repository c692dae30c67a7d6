import { Agent, request as httpRequest } from 'node:http'
import { performance } from 'node:perf_hooks'

export type Loader = Readonly<{
  /** Milliseconds from the request to the last byte of its answer, over one kept connection. */
  time(url: string, headers: Readonly<Record<string, string>>, status: number): Promise<number>
  close(): void
}>

export function makeLoader(): Loader {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    close: () => agent.destroy(),
    time: (url, headers, status) =>
      new Promise((resolve, reject) => {
        const started = performance.now()
        const request = httpRequest(url, { agent, headers }, (response) => {
          response.resume()
          response.once('error', reject)
          response.once('end', () => {
            if (response.statusCode === status) resolve(performance.now() - started)
            else reject(new Error(`${url} answered ${response.statusCode}, not ${status}`))
          })
        })
        request.once('error', reject)
        request.end()
      }),
  }
}
