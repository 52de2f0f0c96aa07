// The stored runs as the agent's module takes them; what a person types there is remembered as
// theirs.
import type { RunsStore } from '../../agent/ports.ts'
import type { Provenance } from '../../provenance/provenance.ts'
import type { RunsTable } from '../../store/runs-table.ts'
import { givenBy, typedByPerson, typedIn } from '../../recovery/session-history.ts'

export const agentRuns = (runs: RunsTable, provenance: Provenance): RunsStore => ({
  ...runs,
  putItem: (runId, item) => {
    runs.putItem(runId, item)
    const run = item.kind === 'user' ? runs.get(runId) : null
    if (item.kind !== 'user' || run === null) return
    const begins = item.id === 1 && run.from === null
    if (begins) for (const seen of givenBy(run, item.text)) provenance.see(run.session, seen)
    if (!begins || typedByPerson(run))
      provenance.see(run.session, { by: 'person', text: typedIn(item) })
  },
  findItemByCall: (callId) => {
    const found = runs.findItemByCall(callId)
    return found?.item.kind === 'call' ? { runId: found.runId, item: found.item } : null
  },
})
