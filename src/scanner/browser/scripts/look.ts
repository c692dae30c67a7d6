import type { PageDocument, PageElement, PageRoot, PageWindow } from './page-types.ts'

/**
 * Lists what can be acted on, in document order, frames of the same origin and shadow roots included,
 * and the page as script has made it, null where it is as it was. The elements stay in `palisadeSeen` under their place in the list.
 */
export function look(window: PageWindow, most: number, mostHtml: number) {
  const CLICKABLE =
    'a,area,button,summary,label,input,[role],[onclick],[tabindex],option,video,audio'
  const NEVER = new Set(
    'load error abort unload beforeunload pagehide pageshow message DOMContentLoaded readystatechange visibilitychange'.split(
      ' ',
    ),
  )
  const listed = window.palisadeSeen?.listed ?? []
  listed.length = 0
  const components: object[] = []
  const html: string[] = []
  const short = (text: string | null | undefined) =>
    (text ?? '').trim().replace(/\s+/g, ' ').slice(0, 80)

  const eventsOf = (target: object, view: PageWindow, attributes: readonly string[]) => {
    const heard = [...(view.palisadeSeen?.heard.get(target) ?? [])]
    const inline = attributes.filter((name) => /^on[a-z]+$/.test(name)).map((name) => name.slice(2))
    return [...new Set([...heard, ...inline])].filter((type) => !NEVER.has(type)).toSorted()
  }
  /** Where the page hears clicks as a whole, what carries data is what it tells apart. */
  const isTold = (element: PageElement, view: PageWindow) =>
    [view, view.document, view.document.body].some(
      (target) => target !== null && view.palisadeSeen?.heard.get(target)?.has('click'),
    ) && element.getAttributeNames().some((name) => name.startsWith('data-'))
  const isPointed = (element: PageElement, view: PageWindow) =>
    isTold(element, view) || isPointer(element, view)
  const isPointer = (element: PageElement, view: PageWindow) =>
    view.getComputedStyle(element).cursor === 'pointer' &&
    (element.parentElement === null ||
      view.getComputedStyle(element.parentElement).cursor !== 'pointer')
  const add = (target: PageElement | null, view: PageWindow, facts: object) => {
    if (components.length >= most) return
    listed.push({ target, window: view })
    components.push(facts)
  }
  const factsOf = (element: PageElement, view: PageWindow) => {
    const names = element.getAttributeNames().slice(0, 40)
    const attributes = names.map((name) => [name, short(element.getAttribute(name))])
    const form = element.form ?? element.closest('form')
    return {
      tag: element.tagName.toLowerCase(),
      type: (element.type ?? '').toLowerCase(),
      text: short(element.tagName === 'FORM' ? '' : element.textContent),
      label: short([...(element.labels ?? [])].map((each) => each.textContent ?? '').join(' ')),
      attributes,
      events: eventsOf(element, view, names),
      isPointed: isPointed(element, view),
      inForm: form !== null && form !== element,
      hasButton:
        element.tagName === 'FORM' && has(element, 'button:not([type]),[type=submit],[type=image]'),
      asksPassword: form !== null && has(form, 'input[type=password]'),
      options: [...(element.options ?? [])]
        .filter(({ disabled }) => !disabled)
        .map(({ value }) => value.slice(0, 80))
        .slice(0, 10),
    }
  }
  const has = (root: PageRoot, selector: string) => [...root.querySelectorAll(selector)].length > 0
  const isFree = (element: PageElement) =>
    element.disabled !== true && element.checkVisibility({ visibilityProperty: true })
  const isActionable = (element: PageElement, view: PageWindow) =>
    /^(?:FORM|INPUT|TEXTAREA|SELECT|DETAILS|DIALOG)$/.test(element.tagName) ||
    (element.isContentEditable === true && element.parentElement?.isContentEditable !== true) ||
    view.palisadeSeen?.heard.has(element) === true ||
    element.getAttributeNames().some((name) => /^on[a-z]+$/.test(name)) ||
    element.closest(CLICKABLE) === element ||
    isPointed(element, view)

  const walk = (root: PageRoot, view: PageWindow) => {
    for (const element of root.querySelectorAll('*')) {
      if (components.length >= most) return
      if (isFree(element) && isActionable(element, view)) add(element, view, factsOf(element, view))
      if (element.shadowRoot) {
        html.push(element.shadowRoot.innerHTML ?? '')
        walk(element.shadowRoot, view)
      }
      const inside = documentOf(element)
      if (inside && element.contentWindow) walkDocument(inside, element.contentWindow)
    }
  }
  const documentOf = (element: PageElement): PageDocument | null => {
    try {
      return element.contentDocument ?? null
    } catch {
      return null
    }
  }
  const walkDocument = (document: PageDocument, view: PageWindow) => {
    const own = [view, document, ...(document.body ? [document.body] : [])]
    const events = [...new Set(own.flatMap((target) => eventsOf(target, view, [])))]
    const facts = { type: '', text: '', label: '', attributes: [], isPointed: false }
    const none = { inForm: false, hasButton: false, asksPassword: false, options: [] }
    add(null, view, { ...facts, ...none, tag: '#document', events })
    walk(document, view)
  }
  html.push(window.document.documentElement.outerHTML)
  walkDocument(window.document, window)
  const text = html.join('\n').slice(0, mostHtml)
  const isNew = window.palisadeSeen?.html !== text
  if (window.palisadeSeen) window.palisadeSeen.html = text
  return { url: window.location.href, components, html: isNew ? text : null }
}
