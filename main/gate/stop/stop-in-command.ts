// Pure. Does a command line name a place of the person's own STOP list? Advice before the wall: in
// our own sandbox such a place is covered, whatever the line says; where another agent runs the
// line itself, this is all there is.
import type { CommandPart } from '../../../contract/call/command.ts'
import { spelledWords } from './spelled-words.ts'
import { comparable, matchName, upwards, type PathPattern, type PathRoots } from '../path-glob.ts'

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
  const words = [
    ...(touch.parts ?? []).flatMap((part) => part.words),
    ...loose(touch.command),
    ...spelledWords(touch.command, touch.cwd, roots),
  ]
  for (const word of new Set(words)) {
    for (const name of spellings(word)) {
      const path = resolved(name, touch.cwd, roots)
      if (isStopped(path, stops) || matchesByGlob(path, stops)) return word
    }
  }
  return null
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
  return stops.some(({ prefix, matches }) => {
    const names = prefix.split('/')
    return (
      matches(prefix) &&
      names.length > 1 &&
      names.length <= wanted.length &&
      names.every((name, at) => matchName(wanted[at] ?? '', name))
    )
  })
}
