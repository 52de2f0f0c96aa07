// Goes along a path name by name, through links as the kernel does, and says where it ended and
// what it met on the way. Never opens a file and never compares with a list. Looks synchronously: a
// few microseconds a name, where the thread pool takes fifty, and it is done for every call.
import { lstatSync, readlinkSync, realpathSync, type BigIntStats } from 'node:fs'
import { isAbsolute, parse, resolve, sep } from 'node:path'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { isKernelView, plainRootDevice } from '../linux/kernel-view.ts'
import { usuallyFolds } from './path-syntax.ts'
import { identityOf } from './stop-list.ts'

/** A path that was followed to its end. */
export type FollowedPath = {
  /** Every real place that the walk stood on at a link or `..`, and where it ended. */
  readonly through: readonly string[]
  /** `device:inode` of everything it came by; its own last, where it is there. */
  readonly met: readonly string[]
  /** How many names the file has that it ended on. */
  readonly names: bigint
}
export type OwnPaths = (followed: FollowedPath) => Promise<boolean>

export type Followed = {
  readonly at: string
  readonly is: CanonicalTouchOf<'fs.read'>['is']
  /** Every real place that the walk stood on at a link or `..`, and where it ended. */
  readonly through: readonly string[]
  /** `device:inode` of everything it came by. */
  readonly met: readonly string[]
  readonly ofKernel: boolean
  /** How many names the file has that it ended on. */
  readonly names: bigint
  /** Of the last that is there. */
  readonly device: bigint | null
  readonly links: number
}

const MAX_LINKS = 40

/** An absolute path, from its root. `given`: what a failure calls it. */
export function followPath(path: string, given: string): Result<Followed, Failure> {
  const { root } = parse(path)
  const start: Followed = {
    at: root,
    is: 'folder',
    through: [],
    met: [],
    ofKernel: false,
    names: 1n,
    device: plainRootDevice(),
    links: 0,
  }
  return followOn(start, path.slice(root.length), given)
}

/**
 * The way along the real path of `path`, with no link in it and spelled as the disk has it; null
 * where it leads nowhere.
 */
export function followReal(path: string): Followed | null {
  // Where names have one spelling and the way has no link and no `..`, it is the real path already.
  if (isAbsolute(path) && !usuallyFolds(process.platform)) {
    const found = followPath(path, path)
    if (found.ok && found.value.through.length === 1) return there(found.value)
  }
  const real = realPathOf(path)
  const found = real === null ? null : followPath(real, path)
  return found?.ok === true ? there(found.value) : null
}

const there = (found: Followed): Followed | null => (found.is === 'missing' ? null : found)

/** The rest of a path whose beginning led to `from`. */
export function followOn(from: Followed, rest: string, given: string): Result<Followed, Failure> {
  const { root } = parse(from.at)
  let todo = namesIn(rest)
  let { at, is, ofKernel, names, device, links } = from
  const through = [...from.through]
  const met = [...from.met]
  while (todo.length > 0) {
    const [name = '', ...others] = todo
    todo = others
    if (name === '..') {
      through.push(at)
      at = resolve(at, '..')
      // Above something missing there may be something missing too.
      if (is === 'missing' && typeof statPath(at) !== 'string') is = 'folder'
      continue
    }
    const next = at.endsWith(sep) ? at + name : at + sep + name
    const stat = statPath(next)
    if (typeof stat === 'string') {
      if (stat === 'missing') {
        at = next
        is = 'missing'
        continue
      }
      return err(explain(stat, given))
    }
    if (stat.isSymbolicLink()) {
      links += 1
      if (links > MAX_LINKS)
        return err(
          failure(
            'path.loop',
            `The path ${given} is a circle of links.`,
            'Name the file itself, not a link to it.',
          ),
        )
      through.push(next)
      const target = targetOf(next)
      if (target === null) return err(explain('no-access', given))
      if (target === undefined)
        return err(
          failure(
            'path.changed',
            `The path ${given} changed while it was looked at.`,
            'Try again.',
          ),
        )
      if (target.includes('\uFFFD'))
        return err(
          failure(
            'path.not-text',
            `A link in the path ${given} has a name that is not text.`,
            'Name the file itself, not a link to it.',
          ),
        )
      const targetRoot = parse(target).root
      todo = [...namesIn(target.slice(targetRoot.length)), ...todo]
      if (targetRoot !== '') at = resolve(root, targetRoot)
      is = 'folder'
      continue
    }
    at = next
    met.push(identityOf(stat))
    names = stat.nlink
    if (stat.dev !== device) ofKernel ||= isKernelView(at)
    device = stat.dev
    is = stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other'
    if (is !== 'folder' && todo.length > 0)
      return err(
        failure(
          'path.not-folder',
          `The path ${given} continues below something that is not a folder.`,
          'List the folder above it for the names that there are.',
        ),
      )
  }
  return ok({ at, is, through: [...through, at], met, ofKernel, names, device, links })
}

/** With every link followed; null where it leads nowhere. */
export function realPathOf(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

const namesIn = (path: string): string[] =>
  path.split(sep === '\\' ? /[/\\]/ : '/').filter((name) => name !== '' && name !== '.')

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Null: it may not be read. Undefined: it is no link any more. */
function targetOf(link: string): string | null | undefined {
  try {
    return readlinkSync(link)
  } catch (error) {
    return isCode(error, 'EACCES') ? null : undefined
  }
}

type Trouble = 'missing' | 'no-access' | 'not-folder' | 'too-long' | 'loop'

function statPath(path: string): BigIntStats | Trouble {
  try {
    return lstatSync(path, { bigint: true })
  } catch (error) {
    switch (error instanceof Error && 'code' in error ? error.code : '') {
      case 'ENOENT':
        return 'missing'
      case 'ENOTDIR':
        return 'not-folder'
      case 'ENAMETOOLONG':
        return 'too-long'
      case 'ELOOP':
        return 'loop'
      default:
        return 'no-access'
    }
  }
}

function explain(trouble: Exclude<Trouble, 'missing'>, given: string): Failure {
  const texts = {
    'no-access': `The path ${given} leads through a folder that cannot be entered.`,
    'not-folder': `The path ${given} continues below something that is not a folder.`,
    'too-long': `The path ${given} is too long.`,
    loop: `The path ${given} is a circle of links.`,
  } as const
  return failure(`path.${trouble}`, texts[trouble])
}
