// The runs that are at work in this process, and those that are about to be.
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import type { Run } from '../../contract/agent/run.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { LiveRun } from './live-run.ts'
import type { AgentPorts } from './ports.ts'
import * as refused from './refusals.ts'
import { isAlive } from './subagents/tree.ts'

type Life = { readonly live: LiveRun; readonly done: Promise<void> }

export type LiveRuns = {
  get(id: RunId): Life | undefined
  values(): Iterable<Life>
  has(id: RunId): boolean
  /**
   * It is at work until `remove`; who waits for `done` waits for `resolve`, after all that follows from
   * its end.
   */
  add(id: RunId, live: LiveRun): { remove(): void; resolve(): void }
  /** The checks before a run may be worked on, and the claim on it. The caller must release it. */
  claim(id: RunId): Result<Run, Failure>
  release(id: RunId): unknown
  /**
   * A run shows that it rests a moment before its last word is in the journal; who answers at once
   * waits for that moment.
   */
  rested(id: RunId): Promise<void>
  isClosed(): boolean
  /** Each run leaves, and nothing more is worked on. */
  dispose(): Promise<void>
}

export function openLiveRuns(runs: Pick<AgentPorts['runs'], 'get'>): LiveRuns {
  const lives = new Map<RunId, Life>()
  /** Runs between a request and their life: a second request must not come in between. */
  const claimed = new Set<RunId>()
  let closed = false
  return {
    get: (id) => lives.get(id),
    values: () => lives.values(),
    has: (id) => lives.has(id),
    add(id, live) {
      const { promise: done, resolve } = Promise.withResolvers<void>()
      lives.set(id, { live, done })
      return { remove: () => void lives.delete(id), resolve }
    },
    claim(id) {
      if (closed) return err(refused.closing)
      const run = runs.get(id)
      if (run === null) return err(refused.unknownRun)
      if (lives.has(id) || claimed.has(id)) return err(refused.busy)
      claimed.add(id)
      return ok(run)
    },
    release: (id) => claimed.delete(id),
    async rested(id) {
      const state = runs.get(id)?.state
      if (state === undefined || !isAlive({ state })) await lives.get(id)?.done
    },
    isClosed: () => closed,
    async dispose() {
      closed = true
      const all = [...lives.values()]
      for (const { live } of all) live.leave.abort()
      await Promise.all(all.map(({ done }) => done))
    },
  }
}
