// What staged calls would change, one file a call: `<call>.staged` from the end of the command until
// it is committed or thrown away, `<call>.committing` while it is being carried over, and
// `<call>.committed` from then until the journal says so.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import { codeOf } from '../open-folder.ts'
import { flushFolder } from '../../disk/flush-folder.ts'
import { syncFile } from '../contents/content-file.ts'
import type { CommitEnd } from './commit-end.ts'
import type { Change, State } from '../state.ts'

export type Staged = {
  readonly callId: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Absolute and canonical. */
  readonly root: string
  readonly changes: readonly Change[]
  readonly whole: boolean
  /** How the command ended, for its caller once the changes are committed. */
  readonly ended: ProcessEnd
}

/** How a commit ended, kept until somebody has written it down. */
export type Settled = {
  readonly callId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly root: string
  readonly end: CommitEnd
}

export type StagedManifests = {
  /** Durable when it returns. */
  write(staged: Staged): void
  read(callId: string): Staged | null
  /** From here on a start that finds it finishes what was begun. Durable when it returns. */
  begin(callId: string): void
  begun(callId: string): boolean
  /** Nothing was carried over, so there is nothing to finish. */
  end(callId: string): void
  remove(callId: string): void
  /** It is over, one way or the other. Durable when it returns. */
  settle(settled: Settled): void
  settled(): readonly Settled[]
  forget(callId: string): void
  list(): readonly string[]
  /** Contents that are needed, whatever the budget says. */
  hashes(): ReadonlySet<string>
}

export function openStagedManifests(folder: string): StagedManifests {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const fileOf = (callId: string, kind: 'staged' | 'committing' | 'committed'): string =>
    join(folder, `${callId}.${kind}`)
  const names = (kind: string): string[] =>
    readdirSync(folder).flatMap((name) =>
      name.endsWith(`.${kind}`) ? [name.slice(0, -kind.length - 1)] : [],
    )

  function read(callId: string): Staged | null {
    try {
      const staged = JSON.parse(readFileSync(fileOf(callId, 'staged'), 'utf8')) as Staged
      return Array.isArray(staged.changes) ? staged : null
    } catch (error) {
      if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null
      throw error
    }
  }

  function put(path: string, value: unknown): void {
    writeFileSync(`${path}.tmp`, JSON.stringify(value), { mode: 0o600 })
    syncFile(`${path}.tmp`)
    renameSync(`${path}.tmp`, path)
    flushFolder(folder)
  }

  return {
    write: (staged) => put(fileOf(staged.callId, 'staged'), staged),
    settle(settled) {
      put(fileOf(settled.callId, 'committed'), settled)
      rmSync(fileOf(settled.callId, 'staged'), { force: true })
      rmSync(fileOf(settled.callId, 'committing'), { force: true })
    },
    settled: () =>
      names('committed').flatMap((callId) => {
        const text = readFileSync(fileOf(callId, 'committed'), 'utf8')
        return [JSON.parse(text) as Settled]
      }),
    forget: (callId) => rmSync(fileOf(callId, 'committed'), { force: true }),
    read,
    begin(callId) {
      const path = fileOf(callId, 'committing')
      writeFileSync(path, '', { mode: 0o600 })
      syncFile(path)
      flushFolder(folder)
    },
    begun: (callId) => names('committing').includes(callId),
    end: (callId) => rmSync(fileOf(callId, 'committing'), { force: true }),
    remove(callId) {
      // In this order: what is staged and not marked would be taken for one that waits for an answer.
      rmSync(fileOf(callId, 'staged'), { force: true })
      rmSync(fileOf(callId, 'committing'), { force: true })
    },
    list: () => names('staged'),
    hashes() {
      const hashes = new Set<string>()
      const add = (state: State): void => {
        if (state.k === 'file' && state.h !== null) hashes.add(state.h)
      }
      for (const callId of names('staged'))
        for (const { before, after } of read(callId)?.changes ?? []) {
          add(before)
          add(after)
        }
      return hashes
    },
  }
}
