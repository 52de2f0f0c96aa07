// What was kept of each call, as files beside the contents: `<call>.before` is durable before the
// call begins, `<call>.after` says what the call changed, and `<call>.undoing` which paths an undo
// had begun to put back. A call with a `.before` and no `.after` was cut off, by a crash or because
// its end was too large to compare.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile, type Durability } from '../disk/replace-file.ts'
import { codeOf } from './open-folder.ts'
import { syncFile } from './contents/content-file.ts'
import type { Change, FolderState, State, States } from './state.ts'

type Head = {
  readonly callId: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Absolute and canonical. */
  readonly root: string
  /** The touched paths, raw; null for the whole tree. */
  readonly paths: readonly string[] | null
}

export type Before = Head & {
  /** What of the tree was passed over, and is whenever this is compared; left out: nothing. */
  readonly without?: readonly string[]
  readonly states: States
}
export type After = Head & {
  readonly changes: readonly Change[]
  /** Calls that ran in the same folder at the same time: their changes may be included. */
  readonly alongside: readonly string[]
}

export type Folders = ReadonlyMap<string, FolderState>

/**
 * An undo in the middle of its work: the paths it puts back, and the folders that only lose their
 * time by it.
 */
export type Undoing = { readonly paths: readonly string[]; readonly aside: Folders }

export type Manifests = {
  writeBefore(before: Before): void
  /** Not durable yet; `sync` makes it so and removes what it refers to. */
  writeAfter(after: After): void
  before(callId: string): Before | null
  after(callId: string): After | null
  /** Oldest first. */
  list(): {
    readonly callId: string
    readonly at: number
    readonly bytes: number
    readonly open: boolean
  }[]
  remove(callId: string): void
  writeUndoing(callId: string, undoing: Undoing): void
  /** Empty where no undo of it was cut off. */
  undoing(callId: string): Undoing
  clearUndoing(callId: string): void
  /** One step of making things durable; false when nothing is left. */
  sync(): boolean
}

const kinds = ['before', 'after', 'undoing'] as const

/** @param use looks: nothing is made or removed. */
export function openManifests(folder: string, use: 'keeps' | 'looks' = 'keeps'): Manifests {
  if (use === 'keeps') {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(folder))
      if (name.endsWith('.tmp')) rmSync(join(folder, name), { force: true })
  }
  const fileOf = (callId: string, kind: (typeof kinds)[number]): string =>
    join(folder, `${callId}.${kind}`)
  let unsynced: string[] = []

  return {
    writeBefore: ({ states, ...head }) =>
      write(fileOf(head.callId, 'before'), { ...head, states: [...states] }, 'content'),
    writeAfter(after) {
      write(fileOf(after.callId, 'after'), after, 'soon')
      unsynced.push(after.callId)
    },
    before(callId) {
      const read = readJson(fileOf(callId, 'before')) as
        | (Omit<Before, 'states'> & { states: [string, State][] })
        | null
      return read === null || !Array.isArray(read.states)
        ? null
        : { ...read, states: new Map(read.states) }
    },
    after(callId) {
      const read = readJson(fileOf(callId, 'after')) as After | null
      return read === null || !Array.isArray(read.changes) ? null : read
    },
    list() {
      const known = new Map<string, { at: number; bytes: number; open: boolean }>()
      for (const name of readdirSync(folder)) {
        const [callId = '', kind] = name.split('.')
        if (!kinds.some((each) => each === kind)) continue
        const stat = statSync(join(folder, name), { throwIfNoEntry: false })
        if (stat === undefined) continue
        const line = known.get(callId) ?? { at: stat.mtimeMs, bytes: 0, open: true }
        known.set(callId, {
          at: Math.min(line.at, stat.mtimeMs),
          bytes: line.bytes + stat.size,
          open: line.open && kind !== 'after',
        })
      }
      return [...known]
        .map(([callId, line]) => ({ callId, ...line }))
        .toSorted((a, b) => a.at - b.at)
    },
    remove(callId) {
      for (const kind of kinds) rmSync(fileOf(callId, kind), { force: true })
    },
    writeUndoing: (callId, { paths, aside }) =>
      write(fileOf(callId, 'undoing'), { paths, aside: [...aside] }, 'content'),
    undoing(callId) {
      const read = readJson(fileOf(callId, 'undoing')) as {
        paths: string[]
        aside: [string, FolderState][]
      } | null
      return { paths: read?.paths ?? [], aside: new Map(read?.aside) }
    },
    clearUndoing: (callId) => rmSync(fileOf(callId, 'undoing'), { force: true }),
    sync() {
      const [callId, ...later] = unsynced
      unsynced = later
      if (callId === undefined) return false
      syncFile(fileOf(callId, 'after'))
      rmSync(fileOf(callId, 'before'), { force: true })
      return true
    },
  }
}

/**
 * The name itself is on the disk with the next thing that is flushed there: at the latest the write
 * that is let run now.
 */
const write = (path: string, value: unknown, durability: Durability): void =>
  replaceFile(path, JSON.stringify(value), durability)

/** Null for a missing file and for one that a power cut left in pieces. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null
    throw error
  }
}
