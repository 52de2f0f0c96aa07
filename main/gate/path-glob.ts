// Pure. Path patterns of rules and presets, compiled once. Matching takes time linear in the path
// for every pattern a person would write, and never worse than path times pattern: patterns are no
// regular expressions.

export type PathPattern = {
  /**
   * The folder or file that every match is or lies below, without a trailing slash; '' is the root.
   */
  readonly prefix: string
  matches(path: string): boolean
}

export type PathRoots = {
  /** Real path of the workspace: relative patterns start here. */
  readonly workspace: string
  readonly home: string
  /** The file system takes `A` and `a` for one name. */
  readonly foldsCase: boolean
}

/**
 * `*` and `?` stay inside one name; `**` as a whole name is any depth, also none. `src/**` is src
 * and all below it.
 */
export function pathPattern(glob: string, roots: PathRoots): PathPattern {
  const written = globNames(glob, roots)
  // Any depth twice is any depth.
  const names = written.filter((name, at) => name !== '**' || written[at - 1] !== '**')
  const wild = names.findIndex(isWild)
  if (wild < 0) {
    const whole = joined(names)
    return { prefix: whole, matches: (path) => path === whole }
  }
  const prefix = joined(names.slice(0, wild))
  if (wild === names.length - 1 && names[wild] === '**') {
    const below = `${prefix}/`
    return { prefix, matches: (path) => path === prefix || path.startsWith(below) }
  }
  const rest = names.slice(wild)
  const below = `${prefix}/`
  return {
    prefix,
    matches: (path) =>
      path.startsWith(below) && matchNames(rest, path.slice(below.length).split('/')),
  }
}

const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

/**
 * The names that the pattern is made of, from the root on. A wildcard is in a name of its own
 * or within one.
 */
export const globNames = (glob: string, roots: PathRoots): readonly string[] =>
  absolute(glob, roots).split('/').slice(1)

/**
 * The form in which paths are compared: forward slashes, composed characters, one case where the
 * system has one.
 */
export function comparable(path: string, foldsCase: boolean): string {
  // Nearly every path is plain already, and this runs for every decision.
  const plain = path.includes('\\') ? path.replaceAll('\\', '/') : path
  const composed = isAscii(plain) ? plain : plain.normalize('NFC')
  return foldsCase ? composed.toLowerCase() : composed
}

/** The path itself and every folder above it, nearest first, ending in the root as ''. */
export function upwards(path: string): readonly string[] {
  const folders = [path]
  for (let at = path.lastIndexOf('/'); at >= 0; at = at === 0 ? -1 : path.lastIndexOf('/', at - 1))
    folders.push(path.slice(0, at))
  return folders
}

function absolute(glob: string, { workspace, home, foldsCase }: PathRoots): string {
  const from =
    glob === '~' || glob.startsWith('~/')
      ? `${home}${glob.slice(1)}`
      : glob.startsWith('/') || /^[A-Za-z]:[\\/]/.test(glob)
        ? glob
        : `${workspace}/${glob}`
  const text = comparable(from, foldsCase)
  const names: string[] = []
  for (const name of text.split('/')) {
    if (name === '..') names.pop()
    else if (name !== '' && name !== '.') names.push(name)
  }
  return `/${names.join('/')}`
}

export const isWild = (name: string): boolean => name.includes('*') || name.includes('?')
const joined = (names: readonly string[]): string =>
  names.length === 0 ? '' : `/${names.join('/')}`

/** Greedy with one step back: on a mismatch only the last `**` can take one name more. */
function matchNames(pattern: readonly string[], names: readonly string[]): boolean {
  let at = 0
  let name = 0
  let back: { readonly at: number; name: number } | null = null
  while (name < names.length) {
    const want = pattern[at]
    if (want === '**') {
      back = { at, name }
      at += 1
    } else if (want !== undefined && matchName(want, names[name] ?? '')) {
      at += 1
      name += 1
    } else if (back !== null) {
      back.name += 1
      at = back.at + 1
      name = back.name
    } else return false
  }
  while (pattern[at] === '**') at += 1
  return at === pattern.length
}

/** The same, for `*` inside one name. */
export function matchName(pattern: string, name: string): boolean {
  let at = 0
  let from = 0
  let star = -1
  let mark = 0
  while (from < name.length) {
    const want = pattern[at]
    if (want === '*') {
      star = at
      mark = from
      at += 1
    } else if (want === '?' || want === name[from]) {
      at += 1
      from += 1
    } else if (star >= 0) {
      mark += 1
      at = star + 1
      from = mark
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}
