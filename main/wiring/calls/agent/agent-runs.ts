// The stored runs as the agent's module takes them; what a person types there is remembered as
// theirs.
import type { RunsStore } from '../../../agent/ports.ts'
import type { Provenance } from '../../../provenance/provenance.ts'
import type { RunsTable } from '../../../store/tables/runs-table.ts'
import type { Lineage } from '../../execution/lineage.ts'
import {
  begunByPerson,
  givenBy,
  typedByPerson,
  typedIn,
} from '../../../recovery/session-history.ts'

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
    const run = item.kind === 'user' ? runs.get(runId) : null
    if (item.kind !== 'user' || run === null) return
    const begins = item.id === 1 && run.from === null
    if (begins) for (const seen of givenBy(run, item.text)) provenance.see(run.session, seen)
    if (typedByPerson(item) && (!begins || begunByPerson(run)))
      provenance.see(run.session, { by: 'person', text: typedIn(item) })
  },
  findItemByCall: (callId) => {
    const found = runs.findItemByCall(callId)
    return found?.item.kind === 'call' ? { runId: found.runId, item: found.item } : null
  },
})
