// Starts work on a run: its row in the journal first, then what it starts with, then the run itself.
import type { Channel } from '../../contract/call/principal.ts'
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import type { Run } from '../../contract/agent/run.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Rest } from './finish-run.ts'
import type { LiveRuns } from './live-runs.ts'
import type { AgentPorts } from './ports.ts'
import type { Message } from './prompt/agent-port.ts'
import * as refused from './refusals.ts'
import type { RunWriter } from './run-writer.ts'
import { userItem } from './transcript.ts'

export type StartRunDeps = Pick<Rest, 'record'> & {
  readonly runs: Pick<AgentPorts['runs'], 'get'>
  readonly runWriter: RunWriter
  readonly lives: Pick<LiveRuns, 'isClosed' | 'release'>
  readonly launch: (run: Run, channel: Channel) => void
}

export type StartRun = {
  /** `prepare`: what is written of it before it is at work. Lets go of the claim on it. */
  start(
    run: Run,
    channel: Channel,
    change: 'created' | 'resumed',
    why: string,
    prepare: () => void,
  ): Promise<Result<Run, Failure>>
  say(id: RunId, message: Message): unknown
  /** A new run with its first message. */
  startNew(
    run: Run,
    channel: Channel,
    message: Message & { readonly by?: 'agent' },
    why: string,
  ): Promise<Result<Run, Failure>>
}

export function openStartRun({ runs, runWriter, record, lives, launch }: StartRunDeps): StartRun {
  async function start(
    run: Run,
    channel: Channel,
    change: 'created' | 'resumed',
    why: string,
    prepare: () => void,
  ): Promise<Result<Run, Failure>> {
    try {
      const written = await record(run.id, change, why, run.parent?.run)
      if (!written.ok) return written
      if (lives.isClosed()) return err(refused.closing)
      prepare()
      launch(run, channel)
      return ok(runs.get(run.id) ?? run)
    } catch (thrown) {
      return err(
        refused.storeFault(thrown, 'written', 'Check whether the disk is full, then try again.'),
      )
    } finally {
      lives.release(run.id)
    }
  }

  const say = (id: RunId, message: Message): unknown =>
    runWriter.add(id, (stamp) => userItem(stamp, message))

  const startNew = (
    run: Run,
    channel: Channel,
    message: Message & { readonly by?: 'agent' },
    why: string,
  ): Promise<Result<Run, Failure>> =>
    start(run, channel, 'created', why, () => {
      runWriter.create(run)
      say(run.id, message)
    })

  return { start, say, startNew }
}
