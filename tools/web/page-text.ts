// HTML to markdown or plain text, in one pass over the tags. No tree and no recursion, so a page
// that is built to be slow or deep costs no more than its length. Scripts, styles and hidden
// elements never reach the reader.
import type { Handler } from 'htmlparser2'
import { isHidden } from './hidden.ts'
import type { Span } from './page-blocks.ts'
import { openWriter, type PageMode, type Writer } from './page-writer.ts'
import { openSemaphore, type Semaphore } from './turns.ts'

export type PageText = {
  readonly title: string
  readonly text: string
  /** Which part of the page the text was taken from. */
  readonly from: 'article' | 'main' | 'body'
  /** The page was nested deeper, or holds more text, than is read. */
  readonly cut: boolean
}

/** Deeper nesting is not a page any more, and every step of the parser costs with depth. */
const MAX_DEPTH = 512
/** A tag with more is no tag of a page, and the parser's list of them grows in long steps. */
const MAX_ATTRIBUTES = 4_096
const MAX_CHARS = 4_000_000
/** A shorter `article` is a teaser or a comment, not what the page is about. */
const MIN_ARTICLE = 200
const CHUNK = 4 * 1024

const DROPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'frame',
  'object',
  'embed',
  'canvas',
  'audio',
  'video',
  'select',
  'datalist',
  'textarea',
  'button',
  'nav',
  'dialog',
  'head',
  'title',
])

const TITLE_PATH = new Set(['html', 'head', 'body', 'title'])

/**
 * Loads the parser at first use. `baseUrl` makes links absolute. Works in turns, however large or
 * hostile the page is. `over`: what was read when it says so is the text, and it is cut.
 */
export async function pageText(
  html: string,
  mode: PageMode,
  baseUrl: string,
  turns: Semaphore = openSemaphore(),
  over: () => boolean = () => false,
): Promise<PageText> {
  const { Parser } = await import('htmlparser2')
  const reader = openReader(mode, baseUrl)
  const parser = new Parser(reader.handler, {
    decodeEntities: true,
    lowerCaseTags: true,
    lowerCaseAttributeNames: true,
  })
  let at = 0
  for (; at < html.length && !reader.full() && !over(); at += CHUNK) {
    parser.write(html.slice(at, at + CHUNK))
    await turns.next()
  }
  if (!reader.full()) parser.end()
  return reader.end(at < html.length, turns)
}

type Frame = { readonly name: string; readonly dropped: boolean; readonly start: number }

function openReader(mode: PageMode, baseUrl: string) {
  const writer: Writer = openWriter(mode, baseUrl, MAX_CHARS)
  const frames: Frame[] = []
  const longest: Record<'article' | 'main', Span | null> = { article: null, main: null }
  let title = ''
  let droppedAt = -1
  let tooDeep = false

  // A drawing has titles of its own; the page's is in its head, or where a head would be.
  const inTitle = (): boolean =>
    frames.at(-1)?.name === 'title' && frames.every(({ name }) => TITLE_PATH.has(name))

  let attributes = 0
  const handler: Partial<Handler> = {
    onopentagname: () => void (attributes = 0),
    onattribute() {
      attributes += 1
      if (attributes > MAX_ATTRIBUTES) tooDeep = true
    },
    onopentag(name, given) {
      if (tooDeep) return
      if (frames.length >= MAX_DEPTH) {
        tooDeep = true
        return
      }
      const dropped = DROPPED.has(name) || isHidden(given)
      if (dropped && droppedAt < 0) droppedAt = frames.length
      if (droppedAt < 0) writer.open(name, given)
      frames.push({ name, dropped, start: isPart(name) ? writer.mark() : 0 })
    },
    ontext(text) {
      if (tooDeep) return
      if (droppedAt < 0) writer.text(text)
      else if (title.length < 500 && inTitle()) title += text
    },
    onclosetag(name) {
      if (tooDeep) return
      const frame = frames.pop()
      if (frame === undefined) return
      if (droppedAt === frames.length) droppedAt = -1
      else if (droppedAt < 0) writer.close(name)
      if (droppedAt < 0 && isPart(name))
        longest[name] = longer(longest[name], { start: frame.start, end: writer.mark() }, writer)
    },
  }

  const end = async (unread: boolean, turns: Semaphore): Promise<PageText> => {
    const whole = { start: 0, end: writer.mark() }
    const { article, main } = longest
    // A list of teasers has many short articles; then the part around them is what the page is
    // about.
    const around = writer.size(main ?? whole)
    const chosen =
      article !== null && writer.size(article) >= Math.max(MIN_ARTICLE, around * 0.4)
        ? article
        : (main ?? null)
    const from =
      chosen === null || writer.size(chosen) === 0
        ? 'body'
        : chosen === article
          ? 'article'
          : 'main'
    return {
      title: title.replace(/\s+/g, ' ').trim().slice(0, 300),
      text: await writer.render(from === 'body' || chosen === null ? whole : chosen, turns),
      from,
      cut: unread || tooDeep || writer.full(),
    }
  }

  return { handler, end, full: () => tooDeep || writer.full() }
}

const isPart = (name: string): name is 'article' | 'main' => name === 'article' || name === 'main'

const longer = (best: Span | null, span: Span, writer: Writer): Span =>
  best === null || writer.size(span) > writer.size(best) ? span : best
