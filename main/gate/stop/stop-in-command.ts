// Pure. Does a command line name a place of the person's own STOP list? Advice before the wall: in
// our own sandbox such a place is covered, whatever the line says; where another agent runs the
// line itself, this is all there is.
import type { CommandPart } from '../../../contract/call/command.ts'
import { spelledWords } from './spelled-words.ts'
import {
  comparable,
  isWild,
  matchName,
  upwards,
  type PathPattern,
  type PathRoots,
} from '../path-glob.ts'

/**
 * The pattern applies to what lies below a match too: a place that no call may touch cannot be
 * touched from inside.
 */
export const isStopped = (path: string, stops: readonly PathPattern[]): boolean =>
  stops.some((stop) =>
    upwards(path).some((each) => each.startsWith(stop.prefix) && stop.matches(each)),
  )

/**
 * The first word of the line that names such a place, as it is written; null: none does, as far as
 * letters tell.
 */
export function stoppedIn(
  touch: {
    readonly command: string
    readonly cwd: string
    readonly parts?: readonly CommandPart[] | undefined
  },
  stops: readonly PathPattern[],
  roots: PathRoots,
): string | null {
  if (stops.length === 0) return null
  const { line, parts } = withoutMessages(touch.command, touch.parts ?? [])
  const words = [
    ...parts.flatMap((part) => part.words),
    ...loose(line),
    ...spelledWords(line, touch.cwd, roots),
  ]
  for (const word of new Set(words)) {
    for (const name of spellings(word)) {
      const path = resolved(name, touch.cwd, roots)
      if (isStopped(path, stops) || matchesByGlob(path, stops)) return word
    }
  }
  return null
}

/** By program: its verbs that take a message, and the options that it is behind. */
const MESSAGES: ReadonlyMap<string, { readonly verbs: RegExp; readonly options: RegExp }> = new Map(
  Object.entries({
    git: { verbs: /^(?:commit|tag|stash|merge|notes)$/, options: /^(?:-m|-am|--message)$/ },
    gh: { verbs: /^(?:pr|issue|release)$/, options: /^(?:-t|--title|-b|--body)$/ },
  }),
)

type Line = { readonly line: string; readonly parts: readonly Pick<CommandPart, 'words'>[] }

/**
 * Words of a message are no paths: `git commit -m "add keys"`. Only plain words that are once in the
 * line, so that nothing else of it can be what is left out.
 */
function withoutMessages(whole: string, parts: readonly CommandPart[]): Line {
  let line = whole
  const left = parts.map((part) => {
    const { words, exact, opaque, via } = part
    const [program = '', verb = ''] = words
    const takes = MESSAGES.get(program)
    if (!exact || opaque || via.length > 0 || takes?.verbs.test(verb) !== true) return part
    const others = words.filter((value, at) => {
      if (!takes.options.test(words[at - 1] ?? '')) return true
      if (!/^[\w.,:;?()#-]+(?: [\w.,:;?()#-]+)*$/.test(value)) return true
      // One word may be written without quotes.
      const found = [`"${value}"`, `'${value}'`, ...(value.includes(' ') ? [] : [` ${value}`])]
      const written = found.filter((text) => line.includes(text))
      if (written.length !== 1 || line.split(value).length !== 2) return true
      line = line.replace(written[0] ?? '', ' ""')
      return false
    })
    return { words: others }
  })
  return { line, parts: left }
}

/**
 * Words by blanks, operators and quotes alone: sees redirections, substitutions and code inside
 * quotes.
 */
const loose = (line: string): readonly string[] =>
  line.split(/[\s;|&<>()`"'{},]+/).filter((word) => word !== '')

/**
 * The word itself, and what is behind `=`, `:`, `@` or a comma in it, or directly behind a short
 * option.
 */
function spellings(word: string): readonly string[] {
  const plain = word.replaceAll('\\', '')
  const parts = [
    plain,
    ...plain.split(/[=:@,]/),
    ...(/^-[A-Za-z]./.test(plain) ? [plain.slice(2)] : []),
  ]
  return parts.filter((part) => part !== '')
}

function resolved(name: string, cwd: string, { home, foldsCase }: PathRoots): string {
  const from = name
    .replace(/^~(?=$|\/)|^\$\{?HOME\}?(?=$|\/)/, home)
    // What the kernel calls the folder and the root of a process.
    .replace(/^\/+proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?(?:(cwd)|root)(?=\/|$)/, (_, here) =>
      here === undefined ? '' : cwd,
    )
  const names: string[] = []
  for (const each of comparable(from.startsWith('/') ? from : `${cwd}/${from}`, foldsCase).split(
    '/',
  )) {
    if (each === '..') names.pop()
    else if (each !== '' && each !== '.') names.push(each)
  }
  return names.length === 0 ? '' : `/${names.join('/')}`
}

/**
 * `cat sec*` names `secrets`: the shell would find it. Only for places that the list names in so
 * many words, and not for a bare `*`, which names everything: there the sandbox covers what it
 * finds.
 */
function matchesByGlob(path: string, stops: readonly PathPattern[]): boolean {
  if (!/[*?[]/.test(path)) return false
  const wanted = path.split('/').map((name) => name.replaceAll(/\[[^\]]*\]/g, '?'))
  if (wanted.some((name) => /^[*?]+$/.test(name))) return false
  const last = wanted.at(-1) ?? ''
  return stops.some(({ prefix, matches, names: written }) => {
    // `*.pe?` finds what `**/*.pem` closes; one letter alike is by chance.
    const closed = written.at(-1) ?? ''
    if (
      closed !== '**' &&
      isWild(closed) &&
      path.startsWith(`${prefix}/`) &&
      matches(`${prefix}/${closed.replaceAll(/[*?]/g, 'x')}`) &&
      letters(last) >= 2 &&
      haveOneAlike(last, closed)
    )
      return true
    const names = prefix.split('/')
    return (
      matches(prefix) &&
      names.length > 1 &&
      names.length <= wanted.length &&
      names.every((name, at) => matchName(wanted[at] ?? '', name))
    )
  })
}

const letters = (name: string): number => name.replaceAll(/[^\p{L}\p{N}]/gu, '').length

/** Whether there is a name that both patterns match. */
function haveOneAlike(a: string, b: string): boolean {
  if (a.length > 64 || b.length > 64) return true
  const known = new Map<number, boolean>()
  const from = (i: number, j: number): boolean => {
    const key = i * 65 + j
    const before = known.get(key)
    if (before !== undefined) return before
    known.set(key, false)
    const [x, y] = [a[i], b[j]]
    const found =
      x === undefined && y === undefined
        ? true
        : (x === '*' && (from(i + 1, j) || (y !== undefined && from(i, j + 1)))) ||
          (y === '*' && (from(i, j + 1) || (x !== undefined && from(i + 1, j)))) ||
          (x !== undefined &&
            y !== undefined &&
            x !== '*' &&
            y !== '*' &&
            (x === '?' || y === '?' || x === y) &&
            from(i + 1, j + 1))
    known.set(key, found)
    return found
  }
  return from(0, 0)
}
