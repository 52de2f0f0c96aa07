// Reads the files that came with a message, each by a call on the pipeline: the gate sees it, and
// the session knows what it read.
import type { RunWriter } from './run-writer.ts'
import type { LiveRun } from './live-run.ts'
import { openCalls } from './model-step.ts'
import { runCalls, type CallTools } from './run-calls.ts'
import type { RunItem } from '../../contract/agent/run.ts'

/** Does nothing when the last message brought none, or they were read before. */
export async function readAttached(
  live: LiveRun,
  runWriter: RunWriter,
  items: readonly RunItem[],
  tools: CallTools,
): Promise<void> {
  const at = items.findLastIndex(({ kind }) => kind === 'user')
  const message = items[at]
  if (message?.kind !== 'user' || message.attached === undefined) return
  if (items.slice(at).some((item) => item.kind === 'call' && item.by === 'person')) return
  const { ports } = tools
  const calls = message.attached.map((path, each) => ({
    id: `attached_${message.id}_${each + 1}`,
    ...ports.readCall(path),
  }))
  await runCalls(
    live,
    await openCalls(ports, runWriter, live, calls, new Set(), 'person'),
    new Map(),
    tools,
  )
  if (live.fault !== null) throw live.fault.thrown
}
