// Reads the file in which a workspace tells agents how things are done there, by a call on the
// pipeline when a run begins. Anyone who can write to the workspace may have written it, so it is read
// as such, and it waits for nobody.
import type { RunItem } from '../../../contract/agent/run.ts'
import type { LiveRun } from '../live-run.ts'
import { openCalls } from '../model-step.ts'
import { runCalls, type CallTools } from '../run-calls.ts'
import type { RunWriter } from '../run-writer.ts'

/** Does nothing where there is none, or the run has read it, or may not read files. */
export async function readInstructions(
  live: LiveRun,
  runWriter: RunWriter,
  items: readonly RunItem[],
  tools: CallTools,
): Promise<void> {
  const { ports, principal } = tools
  const isUnderWay = items.some((item) => item.kind === 'assistant' || item.kind === 'call')
  if (isUnderWay || principal.kind === 'subagent') return
  const path = ports.instructionsFile()
  if (path === null) return
  const call = ports.readCall(path)
  if (!ports.tools(principal).some(({ name }) => name === call.name)) return
  const pending = await openCalls(
    ports,
    runWriter,
    live,
    [{ id: 'instructions', ...call }],
    new Set(),
    'instructions',
  )
  for (const { item } of pending) live.unheld.add(item.callId)
  await runCalls(live, pending, new Map(), tools)
  if (live.fault !== null) throw live.fault.thrown
}
