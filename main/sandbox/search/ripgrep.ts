// Asks ripgrep which of many files hold a pattern at all, so that only those are read line by line.
// It runs like any program: in the sandbox, with the folder read-only, the person's own STOP places
// covered, no network, no settings of its own, and never a program that it would start for a file.
import { mkdirSync, statSync } from 'node:fs'
import { makeOwnFolder } from '../linux/host-user.ts'
import type { Runner } from '../runner-powers.ts'
import { sourceOf } from './pattern-source.ts'
import type { Pattern } from './pattern.ts'

export type Prefilter = (job: {
  readonly root: string
  readonly files: readonly string[]
  readonly pattern: Pattern
  readonly ignoreCase: boolean
  readonly signal: AbortSignal
}) => Promise<readonly string[] | null>

/** Only what the system installed: inside the sandbox nothing else is there. */
const RIPGREP = '/usr/bin/rg'
const XARGS = '/usr/bin/xargs'
const FILES_AT_ONCE = 2_000
const MOST_ANSWER = 64 * 1024 * 1024
/** What xargs ends with where ripgrep found nothing in one of its runs. */
const NOTHING_IN_SOME = 123

/** Belongs to the system: nobody who may write here could have put it there. */
export function isOfSystem(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.uid === 0 && (stat.mode & 0o022) === 0
}

/**
 * What is left to ourselves: version 13 misses edges of words that are beside the end of a line,
 * and what may follow an end of a line differs.
 */
export const sameInRipgrep = (pattern: Pattern): boolean => {
  if (has(pattern, ['edge', 'no-edge']) && has(pattern, ['start', 'end'])) return false
  const before = pattern.kind === 'sequence' ? pattern.of.slice(0, -1) : []
  const ends = pattern.kind === 'sequence' && pattern.of.at(-1)?.kind === 'end'
  return ends ? !before.some((each) => has(each, ['end'])) : !has(pattern, ['end'])
}

function has(pattern: Pattern, kinds: readonly Pattern['kind'][]): boolean {
  if (kinds.includes(pattern.kind)) return true
  if (pattern.kind === 'repeat') return has(pattern.of, kinds)
  return 'of' in pattern && pattern.of.some((each) => has(each, kinds))
}

/** Null, whatever goes wrong: then all files are read. `folder`: of ours, for nothing else. */
export function ripgrepIn(start: Runner['start'], folder: string): Prefilter {
  let works: boolean | null = null
  return async ({ root, files, pattern, ignoreCase, signal }) => {
    works ??= process.platform === 'linux' && isOfSystem(RIPGREP) && isOfSystem(XARGS)
    if (!works || !sameInRipgrep(pattern)) return null
    try {
      return await ask({ start, folder, root, files, pattern, ignoreCase, signal })
    } catch {
      return null
    }
  }
}

async function ask(
  given: Parameters<Prefilter>[0] & { readonly start: Runner['start']; readonly folder: string },
): Promise<readonly string[] | null> {
  const { start, folder, root, files, pattern, ignoreCase, signal } = given
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const home = `${folder}/home`
  if (statSync(home, { throwIfNoEntry: false }) === undefined) makeOwnFolder(home)
  // A mark at the beginning of a file is no part of its first line.
  const source = sourceOf(pattern, 'ripgrep').replace(/^\^/, String.raw`^\x{feff}?`)
  const running = await start({
    argv: [
      ...([XARGS, '-0', '-r', '-n', String(FILES_AT_ONCE)] as const),
      RIPGREP,
      '--no-config',
      '--files-with-matches',
      '--null',
      '--text',
      '--color=never',
      ...['--no-follow', '--no-pre', '--no-search-zip', '--threads=2', '--no-ignore', '--hidden'],
      ignoreCase ? '--ignore-case' : '--case-sensitive',
      `--regexp=${source}`,
      '--',
    ],
    env: {},
    home,
    cwd: root,
    readOnly: [root],
    writable: [],
    limits: { memoryBytes: 1024 ** 3, processes: 32 },
    proxy: null,
    requires: [],
    signal,
  })
  if (!running.ok) return null
  const { stdin, stdout, exited, stderrTail, kill } = running.value
  stdin.on('error', () => {})
  stdin.end(files.map((file) => `./${file}\0`).join(''))
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_ANSWER) await kill()
    else chunks.push(chunk)
  }
  const end = await exited
  const ended = end.kind === 'exited' && (end.code === 0 || end.code === NOTHING_IN_SOME)
  // Whatever it complains of, it may have left a file out.
  if (!ended || stderrTail() !== '') return null
  return Buffer.concat(chunks)
    .toString('utf8')
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => name.slice(2))
}
