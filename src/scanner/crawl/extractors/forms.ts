import { extractForms, furtherGetForms, isHarmless, urlOfGetForm } from '../forms.ts'
import type { Link } from '../link.ts'
import type { Page } from '../page.ts'

/** What GET forms ask for with their values filled in. */
export function* formLinks({ exchange }: Page): Iterable<Link> {
  for (const form of [...extractForms(exchange), ...furtherGetForms(exchange)]) {
    if (form.method !== 'GET' || !isHarmless(form)) continue
    yield { reference: urlOfGetForm(form).href, source: 'form', text: form.submit }
  }
}
