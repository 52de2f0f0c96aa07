// Takes the article out of a page with Mozilla's Readability. Runs no script and loads nothing. To be
// called in a thread of its own: a hostile page can keep it busy for long.
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom/worker'
import type { Article } from '../../tools/web/read-answer.ts'
import { isHidden } from '../../tools/web/hidden.ts'

/** As much of a document as is used here. */
type Page = {
  querySelectorAll(selector: string): Iterable<{
    readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
    remove(): void
  }>
}
type Readable = ConstructorParameters<typeof Readability>[0]

/** The time of the thread bounds it; this only saves work that is lost anyway. */
const MOST_ELEMENTS = 100_000

function hasTooMany(html: string): boolean {
  let elements = 0
  for (const _ of html.matchAll(/<[a-z]/gi)) if ((elements += 1) > MOST_ELEMENTS) return true
  return false
}

/** Null: the page has none. */
export function articleOf(html: string): Article | null {
  if (hasTooMany(html)) return null
  // Of a piece of a page the parser makes no whole document.
  const whole = /<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`
  const { document } = parseHTML(whole) as unknown as { document: Page & Readable }
  // What a reader would not see is taken away first: Readability keeps some of it, without the style
  // that hid it.
  for (const element of document.querySelectorAll('[hidden], [aria-hidden], [style]')) {
    const attributes = Object.fromEntries(
      [...element.attributes].map(({ name, value }) => [name, value]),
    )
    if (isHidden(attributes)) element.remove()
  }
  const found = new Readability(document).parse()
  const { content, title, length } = found ?? {}
  return typeof content === 'string' && typeof length === 'number' && length > 0
    ? { title: (title ?? '').slice(0, 300), html: content, chars: length }
    : null
}
