import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'

import { closed, listening, portOf } from '../range/kit/listen.ts'

export type Arrival = Readonly<{
  /** Milliseconds of a steady clock, as `performance.now()`. */
  at: number
  /** Requests under way when this one came, itself among them. */
  underWay: number
  method: string
  url: string
  headers: IncomingHttpHeaders
}>
export type Target = Readonly<{
  url: string
  arrivals: readonly Arrival[]
  /** What came by one scan. */
  of(scanId: string): readonly Arrival[]
  close(): Promise<void>
}>
type Answer = (response: ServerResponse, arrival: Arrival) => void

/** A target that writes down what comes, and answers as it is told. */
export async function startTarget(answer: Answer): Promise<Target> {
  const arrivals: Arrival[] = []
  let underWay = 0
  const server = createServer((request, response) => {
    underWay += 1
    response.once('close', () => (underWay -= 1))
    const { method = 'GET', url = '/', headers } = request
    const arrival = { at: performance.now(), underWay, method, url, headers }
    arrivals.push(arrival)
    request.resume()
    response.setHeader('content-type', 'text/html')
    answer(response, arrival)
  })
  await listening(server, 0, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${portOf(server)}/`,
    arrivals,
    of: (scanId) => arrivals.filter(({ headers }) => headers['x-scan-id'] === scanId),
    close: () => closed(server),
  }
}

export const PLAIN_PAGE =
  '<a href="/a?x=1">a</a><a href="/b?y=two">b</a><form method="post" action="/c"><input name="z"></form>'
