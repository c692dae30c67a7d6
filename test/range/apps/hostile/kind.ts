import type { ServerResponse } from 'node:http'

/** Answers one request, or does not. `elsewhere`: the origin of a server that no scan may ask. */
export type Misbehaviour = (response: ServerResponse, path: string, elsewhere: string) => void

export const page = (response: ServerResponse, body: string): void => {
  response.setHeader('content-type', 'text/html')
  response.end(body)
}
export const plainPage = (response: ServerResponse): void =>
  page(response, '<a href="/a?x=1">a</a><a href="/b?y=2">b</a>')

/** Writes to the socket itself what no server would. */
export const raw = (response: ServerResponse, text: string): void =>
  void response.socket?.write(Buffer.from(text, 'latin1'))

/** Writes as long as the other side takes it. */
export function pour(response: ServerResponse, piece: string | Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}

/** One piece at a time, for as long as the other side listens. */
export function drip(
  response: ServerResponse,
  first: string,
  piece: string,
  everyMs: number,
): void {
  response.write(first)
  const timer = setInterval(() => response.write(piece), everyMs)
  response.once('close', () => clearInterval(timer))
}
