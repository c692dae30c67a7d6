import type { Finding } from '../report/finding.ts'
import { cut } from './cut.ts'
import { headerRecord, parseMessage } from './http-message.ts'

/** GitHub takes 10 MB gzipped: the findings that come first have their messages, the rest do not. */
const ALL_MESSAGES_CHARS = 6_000_000
const MESSAGE_CHARS = 64 * 1024

type Message = Readonly<Record<string, unknown>>

/** Requests and responses of a run, and at which place a finding has its own. */
export type WebMessages = Readonly<{
  requests: readonly Message[]
  responses: readonly Message[]
  requestOf: ReadonlyMap<Finding, number>
  responseOf: ReadonlyMap<Finding, number>
}>

export function webMessages(findings: readonly Finding[]): WebMessages {
  const requests = numbered(webRequest)
  const responses = numbered(webResponse)
  const requestOf = new Map<Finding, number>()
  const responseOf = new Map<Finding, number>()
  let left = ALL_MESSAGES_CHARS
  for (const finding of findings) {
    const { request, response } = finding
    left -= (request?.length ?? 0) + (response?.length ?? 0)
    if (left < 0) break
    if (request) requestOf.set(finding, requests.add(request))
    if (response) responseOf.set(finding, responses.add(response))
  }
  return { requests: requests.list, responses: responses.list, requestOf, responseOf }
}

/** A list that keeps each message once: the schema wants distinct ones. */
function numbered(read: (text: string) => Message) {
  const list: Message[] = []
  const known = new Map<string, number>()
  const add = (text: string): number => {
    const message = read(text)
    const key = JSON.stringify(message)
    const index = known.get(key) ?? list.push(message) - 1
    known.set(key, index)
    return index
  }
  return { list, add }
}

function webRequest(text: string): Message {
  const { start, headers, body } = parseMessage(text)
  const [method, target, version] = start
  return { ...protocolOf(version), method, target, headers: headerRecord(headers), ...bodyOf(body) }
}

function webResponse(text: string): Message {
  const { start, headers, body } = parseMessage(text)
  const [version, status, reasonPhrase] = start
  const statusCode = /^\d{3}$/.test(status) ? { statusCode: Number(status) } : {}
  return {
    ...protocolOf(version),
    ...statusCode,
    ...(reasonPhrase === '' ? {} : { reasonPhrase }),
    headers: headerRecord(headers),
    ...bodyOf(body),
    noResponseReceived: false,
  }
}

/** `HTTP/1.1` has two parts. */
function protocolOf(text: string): Message {
  const [protocol = '', version = ''] = text.split('/')
  return protocol === '' || version === '' ? {} : { protocol, version }
}

const bodyOf = (body: string): Message =>
  body === '' ? {} : { body: { text: cut(body, MESSAGE_CHARS) } }
