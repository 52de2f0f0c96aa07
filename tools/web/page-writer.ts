// Writes markdown or plain text block by block as the tags of a page go by. Knows tags, not pages.
import { openInlineText } from './inline-text.ts'
import { openPageBlocks, type PageBlocks } from './page-blocks.ts'

export type PageMode = 'markdown' | 'text'

export type Writer = {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
  /** Ends the running block; the number of blocks so far. */
  mark(): number
} & Pick<PageBlocks, 'size' | 'render' | 'full'>

const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'caption',
  'center',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'html',
  'legend',
  'li',
  'main',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
])

/** A cell that holds one of these is a piece of layout, not of data. */
const LAYOUT = new Set([
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'pre',
  'blockquote',
  'form',
  'section',
  'article',
  'main',
])

/** Longer ones are cut, so that no step of the work is long. */
const LONGEST_BLOCK = 32_768
const MOST_CELLS = 1_024

const STYLES: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '*'],
  ['i', '*'],
  ['code', '`'],
  ['kbd', '`'],
  ['samp', '`'],
  ['del', '~~'],
  ['s', '~~'],
])

export function openWriter(mode: PageMode, baseUrl: string, maxChars: number): Writer {
  const markdown = mode === 'markdown'
  const blocks = openPageBlocks(maxChars)
  const inline = openInlineText()
  const lists: { readonly ordered: boolean; next: number }[] = []
  const prefixes: string[] = []
  let marker: { readonly text: string; readonly tight: boolean } | null = null
  let heading = ''
  let pre = 0
  let row: string[] | null = null
  let headerRow = false

  const emit = (text: string, tight = false): void => {
    const outer = prefixes.length === 0 ? '' : prefixes.join('')
    const prefix = marker === null ? outer : prefixes.slice(0, -1).join('') + marker.text
    const block = text.includes('\n')
      ? text
          .split('\n')
          .map((line, index) => ((index === 0 ? prefix : outer) + line).trimEnd())
          .join('\n')
      : (prefix + text).trimEnd()
    blocks.add(block, marker?.tight ?? tight)
    marker = null
  }

  const flush = (): void => {
    if (row !== null) return inline.gap()
    const line = inline.take()
    const text = pre > 0 ? line.replace(/^\n+/, '').trimEnd() : line.trim()
    if (text.trim() === '') return
    if (!markdown) emit(text)
    else if (pre > 0) emit(fenced(text))
    else emit(heading + text)
  }

  const endRow = (): void => {
    const cells = row ?? []
    row = null
    const stray = inline.take().trim()
    if (stray !== '') cells.push(stray)
    if (cells.every((cell) => cell === '')) return
    if (!markdown) emit(cells.filter((cell) => cell !== '').join(' | '), !headerRow)
    else
      emit(
        `| ${cells.join(' | ')} |${headerRow ? `\n|${' --- |'.repeat(cells.length)}` : ''}`,
        !headerRow,
      )
    headerRow = false
  }

  const openBlock = (name: string): void => {
    if (row !== null && LAYOUT.has(name)) endRow()
    flush()
    if (isHeading(name)) heading = `${'#'.repeat(Number(name[1]))} `
    else if (name === 'pre') pre += 1
    else if (name === 'hr' && markdown && row === null) emit('---')
    else if (name === 'ul' || name === 'ol') lists.push({ ordered: name === 'ol', next: 1 })
    else if (name === 'blockquote') prefixes.push(markdown ? '> ' : '  ')
    else if (name === 'li') openItem()
    else if (name === 'table') headerRow = true
    else if (name === 'tr') {
      if (row !== null) endRow()
      flush()
      row = []
    }
  }

  const openItem = (): void => {
    const list = lists.at(-1)
    const number = list?.next ?? 1
    const text = list?.ordered === true ? `${number}. ` : '- '
    marker = { text, tight: number > 1 || lists.length > 1 }
    if (list !== undefined) list.next += 1
    prefixes.push(' '.repeat(text.length))
  }

  const closeBlock = (name: string): void => {
    if (row !== null && (name === 'td' || name === 'th')) {
      const cell = inline.take().replace(/\s+/g, ' ').trim()
      row.push(markdown ? cell.replaceAll('|', '\\|') : cell)
      if (row.length >= MOST_CELLS) {
        endRow()
        // The next cell is one of a row too: as blocks of their own a million cells are a million
        // things to clear away.
        row = []
      }
      return
    }
    if (row !== null && (name === 'tr' || name === 'table')) return endRow()
    flush()
    if (isHeading(name)) heading = ''
    else if (name === 'pre') pre = Math.max(0, pre - 1)
    else if (name === 'ul' || name === 'ol') lists.pop()
    else if (name === 'blockquote' || name === 'li') prefixes.pop()
    if (name === 'li') marker = null
  }

  const add = (text: string): void => (pre > 0 ? inline.raw(text) : inline.text(text))

  /** A paragraph or a row without end becomes several, between two words where there are any. */
  const cutBlock = (): void => {
    if (row !== null) endRow()
    flush()
  }

  const beginStyle = (start: string, end: string): void => {
    if (markdown && pre === 0) inline.begin(start, end)
    else inline.begin('', '')
  }

  return {
    open(name, attributes) {
      const style = STYLES.get(name)
      if (BLOCKS.has(name)) openBlock(name)
      else if (style !== undefined) beginStyle(style, style)
      else if (name === 'a') {
        const target = linkTarget(attributes['href'], baseUrl)
        beginStyle(target === null ? '' : '[', target === null ? '' : `](${target})`)
      } else if (name === 'br') inline.raw('\n')
      else if (name === 'img') {
        const alt = attributes['alt']?.slice(0, 300).replace(/\s+/g, ' ').trim() ?? ''
        if (alt !== '') inline.text(`[image: ${alt}]`)
      }
    },
    text(text) {
      if (inline.length() < LONGEST_BLOCK) return add(text)
      const at = pre > 0 ? text.lastIndexOf('\n') : (/\s(?=\S*$)/.exec(text)?.index ?? -1)
      if (at < 0 && inline.length() < 4 * LONGEST_BLOCK) return add(text)
      add(text.slice(0, at + 1))
      cutBlock()
      add(text.slice(at + 1))
    },
    close(name) {
      if (BLOCKS.has(name)) closeBlock(name)
      else if (name === 'a' || STYLES.has(name)) inline.finish()
    },
    mark() {
      if (row !== null) endRow()
      flush()
      return blocks.count()
    },
    size: blocks.size,
    render: blocks.render,
    full: blocks.full,
  }
}

const isHeading = (name: string): boolean => /^h[1-6]$/.test(name)

function fenced(text: string): string {
  let longest = 2
  for (const { length } of text.match(/`{3,}/g) ?? []) longest = Math.max(longest, length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

/** Absolute, and only where a reader could go; a link into the same page is no link to a model. */
function linkTarget(href: string | undefined, baseUrl: string): string | null {
  if (
    href === undefined ||
    href.length > 4_000 ||
    href.startsWith('#') ||
    !URL.canParse(href, baseUrl)
  )
    return null
  const url = new URL(href, baseUrl)
  if (!['http:', 'https:', 'mailto:'].includes(url.protocol)) return null
  return url.href.replaceAll('(', '%28').replaceAll(')', '%29')
}
