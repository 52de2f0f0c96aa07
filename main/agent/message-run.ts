// A message to a run that rests: it goes on with it, or a new run branches off before an earlier message.
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import type { Run } from '../../contract/agent/run.ts'
import { err, type Result } from '../../contract/result.ts'
import type { LiveRuns } from './live-runs.ts'
import { branchOf } from './new-run.ts'
import type { AgentPorts } from './ports.ts'
import type { Agent, Message } from './prompt/agent-port.ts'
import * as refused from './refusals.ts'
import type { RunWriter } from './run-writer.ts'
import type { StartRun } from './start-run.ts'
import { heldCalls, titleOf } from './transcript.ts'

export type MessageRunDeps = Pick<StartRun, 'start' | 'say'> & {
  readonly ports: AgentPorts
  readonly runWriter: RunWriter
  readonly lives: Pick<LiveRuns, 'claim' | 'release' | 'rested'>
}

export function messageRun(deps: MessageRunDeps): Pick<Agent, 'send' | 'branch'> {
  const { ports, runWriter, start, say } = deps
  const { runs } = ports
  const { claim, release, rested } = deps.lives

  /** The claim on a run that takes a message now. */
  async function readyFor(id: RunId, message: Message): Promise<Result<Run, Failure>> {
    if (message.text.trim() === '') return err(refused.empty)
    if (runs.get(id)?.parent !== undefined) return err(refused.isSubagent)
    await rested(id)
    const claimedRun = claim(id)
    if (!claimedRun.ok || heldCalls(runs.moving(id)).length === 0) return claimedRun
    release(id)
    return err(refused.stillHeld)
  }

  return {
    async send(id, message, channel) {
      const ready = await readyFor(id, message)
      if (!ready.ok) return ready
      return start(ready.value, channel, 'resumed', titleOf(message.text), () => {
        say(id, message)
        runWriter.change(id, { state: 'working' })
      })
    },

    async branch(id, item, message, channel) {
      const ready = await readyFor(id, message)
      if (!ready.ok) return ready
      // Nothing happens to the old run, so it is free again at once.
      release(id)
      const old = ready.value
      const [replaced] = runs.page(id, item + 1, 1)
      if (replaced?.id !== item || replaced.kind !== 'user') return err(refused.noMessage)
      const title = runs.page(id, item, 1).length === 0 ? titleOf(message.text) : old.title
      const run = branchOf(ports, old, title, item)
      return start(
        run,
        channel,
        'created',
        `${title} (goes on from ${id}, message ${item})`,
        () => {
          runWriter.create(run)
          runs.copyItems(id, run.id, item)
          say(run.id, message)
        },
      )
    },
  }
}
