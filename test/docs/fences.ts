// Reads Markdown pages for their tests: fenced examples, links and headings.

export type Fence = { readonly info: string; readonly text: string; readonly line: number }

/** Fenced blocks, also inside a list; the text loses the indent of its fence. */
export function fencesOf(markdown: string): readonly Fence[] {
  const found: Fence[] = []
  let open: { info: string; indent: string; line: number; lines: string[] } | null = null
  for (const [at, line] of markdown.split('\n').entries()) {
    const fence = /^( *)```(.*)$/.exec(line)
    if (open === null && fence !== null)
      open = { info: fence[2] ?? '', indent: fence[1] ?? '', line: at + 1, lines: [] }
    else if (open !== null && fence !== null) {
      found.push({ info: open.info, line: open.line, text: `${open.lines.join('\n')}\n` })
      open = null
    } else if (open !== null)
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
  }
  return found
}

/** Of `$ command` and the lines below it, which are what it prints. */
export function commandsOf(
  text: string,
): readonly { readonly command: string; readonly shown: readonly string[] }[] {
  const found: { command: string; shown: string[] }[] = []
  for (const line of text.trimEnd().split('\n'))
    if (line.startsWith('$ ')) found.push({ command: line.slice(2), shown: [] })
    else found.at(-1)?.shown.push(line)
  return found
}

/** A line `…` is any number of lines, and `…` in a line is any text. */
export function showsLines(said: readonly string[], shown: readonly string[]): boolean {
  const [first, ...rest] = shown
  if (first === undefined) return said.length === 0
  if (first === '…')
    return said.some((_, at) => showsLines(said.slice(at), rest)) || showsLines([], rest)
  const [line, ...further] = said
  return line !== undefined && fits(line, first) && showsLines(further, rest)
}

const fits = (line: string, pattern: string): boolean =>
  new RegExp(`^${pattern.split('…').map(literal).join('.*')}$`).test(line)

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Words of a line with quotes, as a shell splits them. */
export const wordsOf = (line: string): readonly string[] =>
  (line.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'))

/** Links to files of the repository, those of pictures included. */
export function linksOf(markdown: string): readonly string[] {
  const text = markdown.replaceAll(/^ *```[^]*?^ *```/gm, '').replaceAll(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((link) => !/^[a-z]+:/.test(link))
}

/** The anchors of its headings, as code hosts make them. */
export const headingsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
