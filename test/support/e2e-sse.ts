import { request as httpRequest } from 'node:http'
import { z } from 'zod'

const Event = z.object({
  type: z.enum(['progress', 'finding', 'done', 'error']),
  data: z.looseObject({}),
})
export type StreamEvent = Readonly<{ id: number; type: string; data: Record<string, unknown> }>
export type Stream = Readonly<{
  status: number
  contentType: string
  events: readonly StreamEvent[]
  comments: readonly string[]
}>
export type Follow = Readonly<{
  headers?: Readonly<Record<string, string>>
  /** Closes the connection from this side once it holds. */
  until?: (event: StreamEvent) => boolean
}>

/** Reads an event stream until the server, or `until`, ends it. */
export const followStream = (url: string, { headers = {}, until }: Follow = {}): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers, agent: false }, (response) => {
      const events: StreamEvent[] = []
      const comments: string[] = []
      let rest = ''
      const finish = () =>
        resolve({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          events,
          comments,
        })
      response.setEncoding('utf8')
      response.once('error', reject)
      response.once('end', finish)
      response.on('data', (text: string) => {
        const frames = (rest + text).split('\n\n')
        rest = frames.pop() ?? ''
        for (const frame of frames) {
          const event = parseFrame(frame, comments)
          if (event === null) continue
          events.push(event)
          if (until?.(event) !== true) continue
          response.removeAllListeners('error')
          response.on('error', () => request.destroy())
          request.destroy()
          finish()
          return
        }
      })
    })
    request.once('error', reject)
    request.end()
  })

function parseFrame(frame: string, comments: string[]): StreamEvent | null {
  const fields = frame.split('\n').map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at), line.slice(at + 1).trim()]
  })
  const valueOf = (name: string) => fields.find(([field]) => field === name)?.[1]
  for (const [name, value] of fields) if (name === '') comments.push(value)
  const data = valueOf('data')
  if (data === undefined) return null
  return { id: Number(valueOf('id')), ...Event.parse(JSON.parse(data)) }
}
