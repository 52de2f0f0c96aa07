// Pure. What a server was seen to do under definitions that stayed the same, and what of it is new.
// What a person is notified of it is in access-text.ts.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  NewAccess,
  ObservedAccess,
  nothingObserved,
} from '../../../../contract/server/server-access.ts'
import type { ServerConfig } from '../../../../contract/server/server.ts'

const Seen = z.object({
  ...ObservedAccess.shape,
  written: ObservedAccess.shape.written.default([]),
})

/** As it is stored for each server. */
export const StoredAccess = z.object({
  /** Hash over everything that is reviewed of it. */
  definitions: z.string(),
  /** What is no surprise any more; null while it is got to know. */
  known: Seen.nullable(),
  observed: Seen,
  news: z.array(NewAccess).default([]),
  calls: z.int(),
})
export type StoredAccess = z.infer<typeof StoredAccess>

const KEYS = ['hosts', 'refusedHosts', 'programs', 'files', 'written'] as const
const MOST = 500
const MOST_NEWS = 50

/** After so many calls it is known, also in its first session. */
const KNOWN_AFTER = 20

const together = (a: ObservedAccess, b: ObservedAccess): ObservedAccess => {
  const both = (key: keyof ObservedAccess): string[] =>
    [...new Set([...a[key], ...b[key]])].slice(0, MOST)
  return {
    hosts: both('hosts'),
    refusedHosts: both('refusedHosts'),
    programs: both('programs'),
    files: both('files'),
    written: both('written'),
  }
}

/**
 * What a session begins with. Other definitions than those that were watched: nothing is known of
 * them.
 */
export const startAccess = (stored: StoredAccess | null, definitions: string): StoredAccess => {
  if (stored === null || stored.definitions !== definitions)
    return { definitions, known: null, observed: nothingObserved, news: [], calls: 0 }
  // Only who was used was watched.
  return { ...stored, known: stored.calls === 0 ? null : stored.observed }
}

/** With what was seen now in it, and the calls since. The same object when there is nothing new. @param at epoch milliseconds. */
export function learnt(
  access: StoredAccess,
  observed: ObservedAccess,
  config: ServerConfig,
  calls: number,
  at: number,
): StoredAccess {
  const seen = together(withoutLookups(access, observed), observed)
  const found = access.known === null ? [] : newIn(observed, access.known, config)
  const fresh = found.filter(
    ({ what, name }) => !access.news.some((one) => one.what === what && one.name === name),
  )
  const news = [...access.news, ...fresh.map((one) => ({ ...one, at }))].slice(0, MOST_NEWS)
  const count = access.calls + calls
  const known = access.known ?? (access.calls < KNOWN_AFTER && count >= KNOWN_AFTER ? seen : null)
  const same =
    calls === 0 &&
    news.length === access.news.length &&
    known === access.known &&
    KEYS.every((key) => isDeepStrictEqual(seen[key], access.observed[key]))
  return same ? access : { ...access, known, observed: seen, news, calls: count }
}

/**
 * A name is looked up before its port is known, and who asks in between has stored it without one.
 * It stays where an earlier session had it: there it may have been the port that is not written.
 */
function withoutLookups(
  { observed: stored, known }: StoredAccess,
  { refusedHosts: now }: ObservedAccess,
): ObservedAccess {
  const isLookup = (host: string): boolean =>
    !now.includes(host) &&
    now.some((one) => one.startsWith(`${host}:`)) &&
    !(known?.refusedHosts.includes(host) ?? false)
  return { ...stored, refusedHosts: stored.refusedHosts.filter((host) => !isLookup(host)) }
}

function newIn(
  observed: ObservedAccess,
  known: ObservedAccess,
  config: ServerConfig,
): readonly Omit<NewAccess, 'at'>[] {
  const folders = (paths: readonly string[]): string[] => [
    ...new Set(paths.map((path) => folderOf(path, config))),
  ]
  const lists: readonly [NewAccess['what'], now: readonly string[], before: readonly string[]][] = [
    ['host', observed.hosts, known.hosts],
    ['refused-host', observed.refusedHosts, known.refusedHosts],
    ['program', observed.programs, known.programs],
    ['folder', folders(observed.files), folders([...known.files, ...known.written])],
    ['written', folders(observed.written), folders(known.written)],
  ]
  return lists.flatMap(([what, now, before]) =>
    now.filter((name) => !before.includes(name)).map((name) => ({ what, name })),
  )
}

/**
 * The place of a file as a person thinks of it: the folder just below the one that was granted, or
 * that one itself.
 */
function folderOf(path: string, config: ServerConfig): string {
  const granted =
    config.transport === 'stdio'
      ? config.folders.map((folder) => folder.path.replace(/\/+$/, ''))
      : []
  const root = granted
    .filter((folder) => path === folder || path.startsWith(`${folder}/`))
    .toSorted((a, b) => b.length - a.length)[0]
  if (root === undefined) return path.slice(0, Math.max(path.lastIndexOf('/'), 1))
  const [first, ...below] = path.slice(root.length + 1).split('/')
  return below.length === 0 ? root : `${root}/${first}`
}
