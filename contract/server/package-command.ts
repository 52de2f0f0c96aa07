// Commands that fetch a package and run a program of it: `npx`, `uvx` and their kin. Read here and
// never run: Gatehouse fetches the package once, after a person's approval, and starts it from its own
// copy. Pure.

export type PackageSource = 'npm' | 'pypi'

/** `wanted`: a version or a range of them, '' for the newest. `program`: null for the package's own. */
export type PackageCommand = {
  readonly kind: 'package'
  readonly source: PackageSource
  readonly name: string
  readonly wanted: string
  readonly program: string | null
  readonly args: readonly string[]
}

/** `unreadable`: it fetches something, in a way that cannot be pinned. */
export type ReadCommand =
  | PackageCommand
  | { readonly kind: 'program' }
  | { readonly kind: 'unreadable'; readonly text: string }

const program: ReadCommand = { kind: 'program' }
const unreadable = (text: string): ReadCommand => ({ kind: 'unreadable', text })

type Options = {
  /** Options that change nothing about what is fetched. */
  readonly quiet: ReadonlySet<string>
  /** Options whose value names the package. */
  readonly named: ReadonlySet<string>
}

const npm: Options = {
  quiet: new Set([
    '-y',
    '--yes',
    '-q',
    '--quiet',
    '-s',
    '--silent',
    '--prefer-online',
    '--prefer-offline',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--bun',
  ]),
  named: new Set(['-p', '--package']),
}
const python: Options = {
  quiet: new Set([
    '-q',
    '--quiet',
    '-n',
    '--no-cache',
    '--no-progress',
    '--offline',
    '--refresh',
    '-U',
    '--upgrade',
    '--isolated',
    '--native-tls',
    '--no-config',
  ]),
  named: new Set(['--from', '--spec']),
}

/** Words that come before the options, for each program that fetches. */
const fetchers: readonly {
  readonly words: readonly [string, ...string[]]
  readonly source: PackageSource
}[] = [
  { words: ['npx'], source: 'npm' },
  { words: ['bunx'], source: 'npm' },
  { words: ['pnpx'], source: 'npm' },
  { words: ['npm', 'exec'], source: 'npm' },
  { words: ['npm', 'x'], source: 'npm' },
  { words: ['pnpm', 'dlx'], source: 'npm' },
  { words: ['yarn', 'dlx'], source: 'npm' },
  { words: ['bun', 'x'], source: 'npm' },
  { words: ['uvx'], source: 'pypi' },
  { words: ['uv', 'tool', 'run'], source: 'pypi' },
  { words: ['pipx', 'run'], source: 'pypi' },
]

const baseName = (command: string): string =>
  (command.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.(cmd|exe|ps1)$/, '')

export function packageCommand(command: string, args: readonly string[]): ReadCommand {
  const name = baseName(command)
  if (name === 'cmd' && args[0]?.toLowerCase() === '/c' && args[1] !== undefined)
    return packageCommand(args[1], args.slice(2))
  const words = [name, ...args]
  const found = fetchers.find((one) => one.words.every((word, at) => words[at] === word))
  if (found === undefined) return program
  return readOptions(found.source, words.slice(found.words.length), found.words.join(' '))
}

function readOptions(source: PackageSource, words: readonly string[], by: string): ReadCommand {
  const options = source === 'npm' ? npm : python
  const specs: string[] = []
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--') {
      at += 1
      break
    }
    if (!word.startsWith('-')) break
    const [option, inline] = split(word)
    if (options.quiet.has(option) && inline === undefined) continue
    if (!options.named.has(option))
      return unreadable(
        `Gatehouse does not know the option ${option} of ${by}, so it cannot tell what would be fetched.`,
      )
    const value = inline ?? words[(at += 1)]
    if (value === undefined) return unreadable(`${option} of ${by} names no package.`)
    specs.push(value)
  }
  const [first, ...args] = words.slice(at)
  if (specs.length > 1) return unreadable(`${by} names several packages. Gatehouse fetches one.`)
  const spec = specs[0] ?? first
  if (spec === undefined) return unreadable(`${by} names no package.`)
  if (specs.length > 0 && first === undefined)
    return unreadable(`${by} names a package, and no program of it.`)
  const read = source === 'npm' ? npmSpec(spec) : pythonSpec(spec)
  if (read === null)
    return unreadable(
      `${spec} is not a package of a registry. Gatehouse fetches from registries alone.`,
    )
  return {
    kind: 'package',
    source,
    ...read,
    program: specs.length > 0 ? (first ?? null) : null,
    args,
  }
}

function split(word: string): readonly [string, string?] {
  const at = word.indexOf('=')
  return at < 0 || !word.startsWith('--') ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

type Spec = { readonly name: string; readonly wanted: string }

const NPM_SPEC =
  /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@([\w.^~<>=|*+ -]{1,80}))?$/i
const PYTHON_SPEC =
  /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?(?:\[[a-z0-9._, -]*\])?)(?:@([\w.+!-]{1,80})|((?:[=<>!~]=?=?)[\w.*+!,<>=~ -]{1,80}))?$/i

function npmSpec(spec: string): Spec | null {
  const [, name, wanted = ''] = NPM_SPEC.exec(spec) ?? []
  // A name with a dot in front, or a file, is none of a registry.
  return name === undefined ? null : { name, wanted: wanted === 'latest' ? '' : wanted.trim() }
}

function pythonSpec(spec: string): Spec | null {
  const [, name, exact, range] = PYTHON_SPEC.exec(spec) ?? []
  if (name === undefined) return null
  if (exact !== undefined) return { name, wanted: exact === 'latest' ? '' : `==${exact}` }
  return { name, wanted: (range ?? '').trim() }
}

/** The version that a command asks for by itself; null where it leaves the choice. */
export function exactVersion({ source, wanted }: PackageCommand): string | null {
  const version = source === 'pypi' ? (/^==([\w.+!-]+)$/.exec(wanted)?.[1] ?? null) : wanted
  return version !== null && /^v?\d+\.\d+[\w.+-]*$/.test(version) && !/\.[x*]$/i.test(version)
    ? version.replace(/^v/, '')
    : null
}
