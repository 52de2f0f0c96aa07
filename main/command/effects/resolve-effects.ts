// Asks where the paths of a part lie and adds it up to effects. Each path is asked for once.
import type { CommandDoubt, CommandEffect, CommandPart } from '../../../contract/call/command.ts'
import type { Zone } from '../../../contract/call/touch.ts'
import type { PartialPart, Use } from './partial-part.ts'
import { pathsOf, plain } from '../folders.ts'

export type ZoneOf = (path: string) => Promise<Zone>

/** Looking a path up costs disk time; a line with more of them is not known. */
const MOST_PATHS = 256

/**
 * What the settings of the repository that git finds from a folder would make it run, in a few
 * words; null: nothing.
 */
export type RepositoryPrograms = (folder: string) => Promise<string | null>

export async function resolveEffects(
  partials: readonly PartialPart[],
  zoneOf: ZoneOf,
  programsOf?: RepositoryPrograms,
): Promise<readonly CommandPart[]> {
  const asked = new Map<string, Promise<Zone | null>>()
  /** Null: nobody can say. */
  const ask = async (path: string): Promise<Zone | null> => {
    const known = asked.get(path)
    if (known !== undefined) return known
    if (asked.size >= MOST_PATHS) return null
    // A path that cannot be looked up may be anywhere.
    const zone = zoneOf(path).catch(() => null)
    asked.set(path, zone)
    return zone
  }
  return await Promise.all(
    partials.map(async (partial): Promise<CommandPart> => {
      const { text, words, opaque, exact, via, effects, uses, folders, later, joint } = partial
      const found = new Set(effects)
      const doubts = new Set<CommandDoubt>()
      const closed = new Set(partial.closed)
      let outside = false
      // Tables say it of whatever a program leaves where it runs; where that is decides.
      const here: readonly Use[] = found.delete('writes-inside')
        ? [{ how: 'write', path: { at: '.', whole: true } }]
        : []
      for (const use of [...here, ...uses]) {
        const resolved = await effectsOf(use, folders, ask)
        for (const effect of resolved.effects) found.add(effect)
        for (const doubt of resolved.doubts) doubts.add(doubt)
        for (const target of resolved.closed) closed.add(target)
        outside ||= resolved.outside === true
      }
      if (closed.size > 0) {
        found.add('unknown')
        doubts.add('closed')
      }
      if (programsOf !== undefined && (await heedsPrograms(partial, programsOf))) {
        found.add('unknown')
        doubts.add('settings')
      }
      if (found.size === 0 && partial.unlisted !== undefined) found.add('unknown')
      if (found.has('unknown') && doubts.size === 0 && !opaque && words.length > 0)
        doubts.add(partial.unlisted ?? 'form')
      return {
        text,
        words: [...words],
        opaque,
        exact,
        via: [...via],
        effects: inOrder(found),
        ...(joint === '' ? {} : { joint }),
        ...(later === undefined ? {} : { later: [...later] }),
        ...(found.has('unknown') && doubts.size > 0 ? { doubts: [...doubts] } : {}),
        ...(closed.size === 0 ? {} : { closed: [...closed] }),
        ...(outside ? { outside } : {}),
      }
    }),
  )
}

async function effectsOf(
  { how, path }: Use,
  folders: PartialPart['folders'],
  ask: (path: string) => Promise<Zone | null>,
): Promise<ResolvedEffects> {
  const paths = path === null ? null : pathsOf(path.at, folders)
  if (path === null || paths === null) return anywhere(how)
  const effects: CommandEffect[] = []
  const doubts: CommandDoubt[] = []
  const closed: string[] = []
  let outside = false
  for (const target of paths) {
    const device = how === 'named' ? null : ofDevice(target, how)
    if (device !== null) {
      effects.push(...device)
      continue
    }
    const zone = await ask(target)
    if (how === 'write') effects.push(zone === 'workspace' ? 'writes-inside' : 'writes-outside')
    else if (zone === 'outside' && (how === 'named' ? isPlace(path.at) : !isOfSystem(target)))
      outside = true
    if (zone === 'stop') {
      effects.push('unknown')
      if (isKernelFact(target)) continue
      doubts.push('closed')
      closed.push(path.at)
    } else if (zone === null) {
      effects.push('unknown')
      doubts.push('runtime')
    } else if (zone === 'outside' && how !== 'named' && (how === 'deep' || !path.whole)) {
      // Below a folder outside there may be places that are never to be read.
      effects.push('unknown')
      doubts.push('below')
    }
  }
  return { effects, doubts, closed, outside }
}

type ResolvedEffects = {
  readonly effects: readonly CommandEffect[]
  readonly doubts: readonly CommandDoubt[]
  readonly closed: readonly string[]
  /** It names what lies outside the workspace and is not the same on every machine. */
  readonly outside?: boolean
}

/** A word with a slash may be no path at all, such as a pattern: it counts where it begins as one. */
const isPlace = (word: string): boolean =>
  /^~|(?:^|\/)\.\.(?:\/|$)|^\/(?:home|Users|root|mnt|media|srv|var|etc|tmp|Volumes)\//.test(word)

const isOfSystem = (target: string): boolean =>
  !target.split('/').includes('..') &&
  /^\/(?:usr|bin|sbin|lib\w*|opt|proc|sys|dev)(?:\/|$)/.test(plain(target))

/** Of a path that is known only while the line runs. */
function anywhere(how: Use['how']): ResolvedEffects {
  if (how === 'named') return { effects: [], doubts: [], closed: [] }
  return how === 'write'
    ? { effects: ['writes-outside'], doubts: [], closed: [] }
    : { effects: ['unknown'], doubts: ['runtime'], closed: [] }
}

/** Settings of a repository that cannot be found out count as such that name programs. */
async function heedsPrograms(
  { repositories, folders }: PartialPart,
  programsOf: RepositoryPrograms,
): Promise<boolean> {
  for (const path of repositories ?? []) {
    const paths = path === null || !path.whole ? null : pathsOf(path.at, folders)
    if (paths === null) return true
    for (const target of paths)
      if ((await programsOf(target).catch(() => 'unread')) !== null) return true
  }
  return false
}

/**
 * Devices and kernel views are no files: what is written there is done, not kept. Null: not one of
 * them.
 */
function ofDevice(target: string, how: Use['how']): readonly CommandEffect[] | null {
  const path = plain(target)
  if (/^\/dev\/(tcp|udp)(\/|$)/.test(path)) return ['network']
  if (!/^\/(dev|proc|sys)\//.test(path)) return null
  if (/^\/dev\/(null|zero|full|tty|stdin|stdout|stderr|random|urandom|fd\/\d+)$/.test(path))
    return []
  if (/^\/dev\/(shm|pts)\//.test(path)) return null
  if (how !== 'write') return path.startsWith('/dev/') ? ['unknown'] : null
  return path.startsWith('/dev/') ? ['destructive'] : ['privileged', 'writes-outside']
}

const ORDER: readonly CommandEffect[] = [
  'writes-inside',
  'writes-outside',
  'network',
  'destructive',
  'account',
  'privileged',
  'unknown',
]
const inOrder = (found: ReadonlySet<CommandEffect>): CommandEffect[] => {
  const effects = ORDER.filter((each) => found.has(each))
  return effects.length === 0 ? ['read-only'] : effects
}

/**
 * Of the views of the kernel those that tell of the machine, and neither of a process nor by way of
 * one: closed to the file tools, asked for commands.
 */
const isKernelFact = (target: string): boolean =>
  !target.split('/').includes('..') &&
  /^\/proc\/(cpuinfo|meminfo|loadavg|version|uptime|stat|mounts|filesystems|partitions|swaps|vmstat|sys\/[\w/.-]+)$|^\/sys\/[\w/.:-]+$/.test(
    plain(target),
  )
