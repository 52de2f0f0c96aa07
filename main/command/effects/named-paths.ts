// Pure. Which places a word could name, wherever in it a path is, and whether a pattern could match
// a closed one.
import { credentialPaths } from '../../../contract/policy/paths/credential-paths.ts'
import type { Use } from './partial-part.ts'
import type { Word } from '../parse/words.ts'

/** Below the home folder, on any system, by the names on the way. */
const CLOSED: readonly (readonly string[])[] = [
  ...new Set(['linux', 'darwin', 'win32'].flatMap((platform) => credentialPaths(platform))),
].map((path) => path.toLowerCase().split('/'))
/** Of a word with more braces than this nobody can say what it names. */
const MOST_WAYS = 64
/** One this long is meant to cost time. */
const LONGEST_GLOB = 48

export type Named = { readonly uses: readonly Use[]; readonly patterns: readonly string[] }

/**
 * Every path that the words name, whatever the program does with it. `patterns` may match a closed
 * place. `isCode`: the words are code of another language, in which paths are anywhere.
 */
export function namedPaths(words: readonly Word[], isCode = false): Named {
  const uses: Use[] = []
  const patterns: string[] = []
  const bases = basesIn(words)
  for (const word of words) {
    const paths = [...pathsIn(word), ...(isCode ? pathsInCode(word) : [])]
    const moved = paths
      .filter((path) => !/^[/~]/.test(path))
      .flatMap((path) => bases.map((base) => `${base}/${path}`))
    for (const path of [...paths, ...moved]) {
      if (!/[*?[\]]/.test(path)) uses.push({ how: 'named', path: { at: path, whole: true } })
      else if (mayMatchClosed(path)) patterns.push(path)
    }
  }
  return { uses, patterns }
}

function pathsIn({ text, value }: Word): readonly string[] {
  const bare = (value ?? text.replaceAll(/["']|\\(?=.)/g, '')).replaceAll(
    /\$\{?HOME\}?(?=\/|$)/g,
    '~',
  )
  if (bare.length > 4096) return []
  // `--file=x`, `@x`, `host:x`, `-ox`, `a,b`: what follows such a sign may be a path of its own.
  const begins = [
    bare,
    ...bare.split(/[=@:,]/).slice(1),
    ...(/^-[A-Za-z]./.test(bare) ? [bare.slice(2)] : []),
  ]
  return [...new Set(begins.flatMap(withoutBraces).flatMap(asPath))]
}

/** Folders that an option leads to, from which other words may be meant: `tar -C ~ .ssh`. */
const basesIn = (words: readonly Word[]): readonly string[] =>
  words.flatMap((word, at) => {
    const option =
      /^(?:-[CD]|--(?:directory|chdir|cwd|dir|prefix|root|work-tree|working-directory))(?:=(.*))?$/.exec(
        word.value ?? '',
      )
    const led =
      option === null ? undefined : option[1] === undefined ? words[at + 1]?.path?.at : option[1]
    return led === undefined ? [] : [led]
  })

/** Code with more paths than these is not looked through to its end. */
const MOST_IN_CODE = 40
const pathsInCode = ({ text }: Word): readonly string[] =>
  (
    text.replaceAll(/\$\{?HOME\}?(?=\/)/g, '~').match(/(?<![\w.~/-])[~/][\w.~+/-]{2,}/g) ?? []
  ).slice(0, MOST_IN_CODE)

const asPath = (text: string): readonly string[] =>
  /\s\S*\s/.test(text) ||
  text.includes('$') ||
  text.includes('`') ||
  !(text.includes('/') || /^[~.]/.test(text))
    ? []
    : [text]

/** `{a,b}` written out. */
function withoutBraces(text: string): readonly string[] {
  let open = [text]
  for (let round = 0; round < 8; round++) {
    if (!open.some((each) => INNERMOST.test(each))) return open
    open = open.flatMap((each) => {
      const found = INNERMOST.exec(each)
      const choices = found?.[1]?.split(',') ?? []
      return found === null ? [each] : choices.map((choice) => each.replace(found[0], () => choice))
    })
    if (open.length > MOST_WAYS) return open.slice(0, MOST_WAYS)
  }
  return open
}

const INNERMOST = /\{([^{}]*,[^{}]*)\}/

/** Compared name by name, without regard to case: a pattern in the home of anybody. */
function mayMatchClosed(pattern: string): boolean {
  const rest =
    /^(?:~[^/]*|\/(?:home|Users)\/[^/]+|\/root|\/[*?[][^/]*\/[^/]+|\/[*?[][^/]*)\/(.+)$/.exec(
      pattern,
    )?.[1]
  if (rest === undefined) return false
  const names = rest
    .toLowerCase()
    .split('/')
    .filter((name) => name !== '' && name !== '.')
  // `~/*` names everything, and nothing in particular.
  return CLOSED.some(
    (path) =>
      names.length >= path.length &&
      path.some((_, at) => /[^*?]/.test(names[at] ?? '')) &&
      path.every((name, at) => matches(names[at] ?? '', name)),
  )
}

/** As a shell does: a point at the beginning is matched by a point only. */
function matches(glob: string, name: string): boolean {
  if (glob.length > LONGEST_GLOB) return true
  if (name.startsWith('.') && /^[*?]/.test(glob)) return false
  const source = glob
    .split(/(\*+|\?|\[[^\]]*\])/)
    .map((piece) =>
      piece.startsWith('*')
        ? '.*'
        : piece === '?' || piece.startsWith('[')
          ? '.'
          : piece.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`),
    )
    .join('')
  return new RegExp(`^${source}$`).test(name)
}
