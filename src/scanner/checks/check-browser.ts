import type { Exchange, HttpRequest, Send } from '../http/exchange.ts'

/** A browser whose pages have the scan's own network; their documents count as sent by the check. */
export type CheckBrowser = Readonly<{
  /** Loads a page, waits until it is still, and does to what holds `called` what a visitor would. */
  visit(send: Send, visit: Visit): Promise<Visited>
}>
export type Visit = Readonly<{
  /** The document; its fragment too. Whatever its method: the page is made from the answer. */
  request: HttpRequest
  /** A function that script of the page may call by this name. */
  called: string
  /** Words that are looked for in code and markup. */
  words?: readonly string[]
  windowName?: string
  referrer?: string
  /** Comes from another origin: a text, or an object that has it under these keys (none: any). */
  message?: Readonly<{ text: string; keys: readonly string[] | null }>
}>
export type Visited = Readonly<{
  isCalled: boolean
  /** Where the words came to: markup, code, or an address. */
  reached: readonly Readonly<{ sink: Sink; word: string }>[]
  /** The answer that the page was made from; null where it came to none. */
  document: Exchange | null
  /** Of the message: what script looked at. */
  keys: readonly string[]
  /** The page and its own scripts. */
  sources: readonly string[]
}>
export const SINKS = ['html', 'code', 'address'] as const
export type Sink = (typeof SINKS)[number]
