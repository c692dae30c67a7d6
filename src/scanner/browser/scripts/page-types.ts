/** What scripts of ours use of a page: types of the DOM as far as they are needed, and no more. */
export type PageWindow = {
  location: { href: string }
  document: PageDocument
  EventTarget: { prototype: { addEventListener: (...args: never[]) => unknown } }
  Element: { prototype: { attachShadow: (init: object) => unknown } }
  History: { prototype: Record<'pushState' | 'replaceState', (...args: never[]) => unknown> }
  HTMLInputElement: { prototype: object }
  HTMLTextAreaElement: { prototype: object }
  HTMLSelectElement: { prototype: object }
  Event: EventMaker
  MouseEvent: EventMaker
  KeyboardEvent: EventMaker
  innerHeight: number
  scrollTo(x: number, y: number): void
  dispatchEvent(event: object): boolean
  open: unknown
  addEventListener(
    type: 'error',
    listener: (event: { error?: { name?: string } | null }) => void,
  ): void
  getComputedStyle(element: PageElement): { cursor: string }
  /** Put there by `watch`. */
  palisadeSeen?: Seen
  palisadeTell?: (text: string) => void
}
type EventMaker = new (type: string, init: object) => object

export type PageDocument = PageRoot & {
  documentElement: PageElement & { scrollHeight: number }
  body: PageElement | null
  readyState: string
}
export type PageRoot = {
  querySelectorAll(selector: string): Iterable<PageElement>
  innerHTML?: string
}
export type PageElement = PageRoot & {
  tagName: string
  id: string
  textContent: string | null
  innerText?: string
  outerHTML: string
  parentElement: PageElement | null
  shadowRoot: PageRoot | null
  /** Of frames; null, or throwing, where the frame is of another origin. */
  contentDocument?: PageDocument | null
  contentWindow?: PageWindow | null
  labels?: Iterable<PageElement> | null
  form?: PageElement | null
  elements?: Iterable<PageElement>
  options?: Iterable<{ value: string; disabled: boolean }>
  type?: string
  checked?: boolean
  disabled?: boolean
  readOnly?: boolean
  open?: boolean
  isContentEditable?: boolean
  getAttribute(name: string): string | null
  getAttributeNames(): string[]
  closest(selector: string): PageElement | null
  checkVisibility(options: object): boolean
  dispatchEvent(event: object): boolean
  click?(): void
  focus?(): void
  blur?(): void
  requestSubmit?(): void
  scrollIntoView(): void
}

/** What `watch` remembers, and the elements that `look` has listed last. */
export type Seen = {
  /** Types of events that script listens to there. */
  heard: WeakMap<object, Set<string>>
  /** Script has failed for a name that nothing has defined. */
  lacksName?: boolean
  html?: string
  listed: { target: PageElement | null; window: PageWindow }[]
}
