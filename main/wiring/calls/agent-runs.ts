// The stored runs as the agent's module takes them; what a person types there is remembered as
// theirs.
import type { RunsStore } from '../../agent/ports.ts'
import type { Provenance } from '../../provenance/provenance.ts'
import type { RunsTable } from '../../store/runs-table.ts'
import type { Lineage } from '../execution/lineage.ts'
import { typedByPerson, typedIn } from '../../recovery/session-history.ts'

export const agentRuns = (
  runs: RunsTable,
  provenance: Provenance,
  lineage: Pick<Lineage, 'put' | 'clear'>,
): RunsStore => ({
  ...runs,
  put(run) {
    runs.put(run)
    lineage.put(run)
  },
  remove(session) {
    runs.remove(session)
    lineage.clear()
  },
  putItem: (runId, item) => {
    runs.putItem(runId, item)
    if (item.kind !== 'user' || !typedByPerson(item)) return
    const session = runs.get(runId)?.session
    if (session !== undefined) provenance.see(session, { by: 'person', text: typedIn(item) })
  },
  findItemByCall: (callId) => {
    const found = runs.findItemByCall(callId)
    return found?.item.kind === 'call' ? { runId: found.runId, item: found.item } : null
  },
})
