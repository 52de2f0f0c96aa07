// Pure. Does a path lie where other programs look for what to run? The one answer for the gate and
// the sandbox: by the names alone, whatever is on the disk, so that no race can turn it.
import { foldName } from '../fold-name.ts'
import type { ProtectedPathRow } from './protected-path-row.ts'
import { protectedPaths, holdersInUse, openings } from './protected-paths.ts'

export type Guard = Pick<ProtectedPathRow, 'why' | 'commands'>

type Names = {
  readonly whole: Map<string, Guard>
  readonly patterns: (readonly [pattern: RegExp, guard: Guard])[]
  /** Any of the patterns: most names match none, and this is asked for every decision. */
  any: RegExp | null
  /** Each pattern has a dot in it: a name without one matches none. */
  dotted: boolean
}

type GuardedNames = {
  readonly byFolder: ReadonlyMap<string, Names>
  /** The last name of each folder with a list. */
  readonly holders: ReadonlySet<string>
}

const folded = (path: string): string => path.split('/').map(foldName).join('/')

/** Compiled with the first path: many commands ask about none. */
let compiled: GuardedNames | null = null
const guarded = (): GuardedNames => (compiled ??= compileNames())

function compileNames(): GuardedNames {
  const byFolder = new Map<string, Names>()
  for (const { folder: written, names, why, commands } of protectedPaths) {
    const folder = folded(written)
    const known: Names = byFolder.get(folder) ?? {
      whole: new Map(),
      patterns: [],
      any: null,
      dotted: true,
    }
    for (const name of names) {
      if (name.includes('*')) {
        known.patterns.push([new RegExp(`^${expression(name)}$`, 's'), { why, commands }])
        known.dotted &&= name.includes('.')
      }
      // A refusal comes before what is free in the list, so the first one holds.
      else if (!known.whole.has(foldName(name))) known.whole.set(foldName(name), { why, commands })
    }
    if (known.patterns.length > 0)
      known.any = new RegExp(known.patterns.map(([each]) => each.source).join('|'), 's')
    byFolder.set(folder, known)
  }
  const holders = new Set([...byFolder.keys()].map((key) => key.split('/').at(-1) ?? ''))
  return { byFolder, holders }
}

function expression(name: string): string {
  return name
    .toLowerCase()
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join('.*')
}

const opened = new Set(openings.map(folded))
const inUse = new Set(holdersInUse.map(folded))

function named(key: string, name: string): Guard | null {
  const names = guarded().byFolder.get(key)
  return names === undefined ? null : guardAmong(names, name)
}

function guardAmong(names: Names, name: string): Guard | null {
  const whole = names.whole.get(name)
  if (whole !== undefined) return whole
  if (names.any === null || (names.dotted && !name.includes('.'))) return null
  return names.any.test(name)
    ? (names.patterns.find(([pattern]) => pattern.test(name))?.[1] ?? null)
    : null
}

/**
 * Git takes any folder with a HEAD and a few more ordinary names for a repository, and runs what is
 * configured there when somebody is in it. Whether a folder is one can change with every write,
 * so these names ask wherever they lie. Without a HEAD there is no repository; so objects and refs,
 * which many folders are called, need not be on the list.
 */
const asRepository: ReadonlyMap<string, string> = new Map([
  ['.git', 'leads Git to another repository'],
  ['head', 'makes the folder a repository of Git, which runs what is configured there'],
  ['config', 'Git runs what it names, where the folder is a repository'],
  ['config.worktree', 'Git runs what it names, where the folder is a repository'],
  ['commondir', 'leads Git to another configuration, where the folder is a repository'],
])

/** All that Git runs by name; with an ending, such as `.sample` or `.ts`, it runs none of them. */
const hookNames: ReadonlySet<string> = new Set(
  [
    'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit',
    'pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update',
    'reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman post-index-change',
    'p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit',
  ].flatMap((line) => line.split(' ')),
)

/** Names in `.git/worktrees/NAME` that lead Git elsewhere. */
const leadsWorktree: ReadonlySet<string> = new Set(['commondir', 'gitdir', 'config.worktree'])

/**
 * What guards a path, in the letters of any system; null: nothing. Names are folded always: that is
 * a question too many on some systems, and otherwise a hook missed on others. `commands: 'free'`
 * where only the file tools ask.
 */
export function guardOf(path: string): Guard | null {
  const known = answers.get(path)
  if (known !== undefined) return known
  const guard = lookUp(path)
  if (answers.size >= MOST_ANSWERS) answers.clear()
  answers.set(path, guard)
  return guard
}

/** One decision asks for the same few paths again and again. */
const answers = new Map<string, Guard | null>()
const MOST_ANSWERS = 256

function lookUp(path: string): Guard | null {
  const names: string[] = []
  for (const name of (path.includes('\\') ? path.replaceAll('\\', '/') : path).split('/'))
    if (name !== '') names.push(foldName(name))
  let found: Guard | null = null
  let folder: string | undefined
  let second: string | undefined
  let third: string | undefined
  for (const name of names) {
    const guard = guardOfName(name, folder, second, third)
    if (guard?.commands === 'refused') return guard
    found ??= guard
    third = second
    second = folder
    folder = name
  }
  return found ?? ordinaryNames(names)
}

function ordinaryNames(names: readonly string[]): Guard | null {
  const [last = '', folder] = [names.at(-1), names.at(-2)]
  const why =
    asRepository.get(last) ??
    (folder === 'hooks' && hookNames.has(last)
      ? 'Git runs it, where the folder is a repository'
      : undefined) ??
    (folder === 'info' && last === 'attributes'
      ? 'Git obeys it, where the folder is a repository'
      : undefined)
  return why === undefined ? null : { why, commands: last === '.git' ? 'refused' : 'free' }
}

/** Names that would make a folder among Git's data a repository with settings of its own. */
const steersGit = /\/(?:hooks|info)\/|\/(?:config|config\.worktree|commondir|gitdir)$/
const gitData =
  /^(?:index|head|orig_head|auto_merge|commit_editmsg|merge_(?:head|msg|mode)|packed-refs|objects\/[0-9a-f]{2}(?:\/[0-9a-f]+)?|objects\/pack\/pack-[0-9a-f]+\.[a-z]+|logs|logs\/head|(?:logs\/)?refs(?:\/.+)?)$/

/**
 * What Git itself writes when somebody adds, commits, stashes or switches: contents, names of
 * branches, the index. It runs nothing of that and reads no settings there.
 */
export function isGitData(path: string): boolean {
  const whole = folded(path.replaceAll('\\', '/'))
  const [, rest, more] = whole.split('/.git/')
  return (
    rest !== undefined && more === undefined && gitData.test(rest) && !steersGit.test(`/${rest}`)
  )
}

/** The same for one name, given the folders above it, nearest last. All of them folded. */
export const guardOfEntry = (above: readonly string[], name: string): Guard | null =>
  guardOfName(name, above.at(-1), above.at(-2), above.at(-3))

/** `second` and `third`: the folders above `folder`. */
function guardOfName(
  name: string,
  folder: string | undefined,
  second: string | undefined,
  third: string | undefined,
): Guard | null {
  const everywhere = named('', name)
  if (everywhere !== null) return everywhere
  if (third === '.git' && second === 'worktrees' && leadsWorktree.has(name)) {
    return { why: 'leads Git to another configuration', commands: 'refused' }
  }
  if (folder === undefined || !guarded().holders.has(folder) || opened.has(`${folder}/${name}`))
    return null
  return named(`${second}/${folder}`, name) ?? named(folder, name)
}

/** What of a repository without a `.git` a command must not change. */
export const guardInRepository = (name: string): boolean =>
  named('.git', name)?.commands === 'refused'

/** Whether folded names of what lies in a folder make it a repository to Git. */
export const isRepository = (names: ReadonlySet<string>): boolean =>
  names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')))

/**
 * whole: a folder that commands only read. in-use: one that holds listed names and is written in.
 * Names are folded.
 */
export function holderOf(above: string | undefined, folder: string): 'in-use' | 'whole' | null {
  if (inUse.has(folder) || inUse.has(`${above}/${folder}`)) return 'in-use'
  return guarded().byFolder.has(folder) && named(folder, 'anything')?.commands === 'refused'
    ? 'whole'
    : null
}

/** Whether `name` in `folder` is one of `openings`. */
export const isOpening = (folder: string, name: string): boolean => opened.has(`${folder}/${name}`)
