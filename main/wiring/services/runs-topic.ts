// The topic of runs: what they were, what they cost, and their capsules, made and played again.
import { JsonObject } from '../../../contract/json.ts'
import { costsOf } from '../../agent/limits/allowance.ts'
import { dayOf } from '../../agent/limits/work-clock.ts'
import type { Receipts } from '../../services/audit/receipts.ts'
import { runsService } from '../../services/runs/runs-service.ts'
import { workspaceSnapshot } from '../../services/runs/workspace-snapshot.ts'
import type { Clock } from '../clock.ts'
import type { Layers } from '../layers.ts'

export function runsTopic(
  { storage, policy, execution, calls }: Layers,
  signed: Receipts,
  version: string,
  { now }: Clock,
) {
  const { tables, journal } = storage
  const { config, workspacePath, played } = policy
  return runsService({
    agent: calls.agent,
    find: tables.findRuns,
    results: { itemOf: tables.runs.callItem, longText: tables.longResults.get },
    totals: () => ({
      ...tables.runTotals(),
      today: costsOf(tables.spending.ofDay(dayOf(now())), config.current().model),
    }),
    capture: {
      ofCall: journal.ofCall,
      receipt: signed.make,
      signer: signed.signer,
      now,
      version,
      config: () => JsonObject.parse(JSON.parse(JSON.stringify(config.current()))),
      snapshot: () => workspaceSnapshot(workspacePath()),
      redact: (value) => execution.redactor.json(value, []),
    },
    replay: {
      ports: calls.agentPorts,
      evaluate: calls.inForce,
      pretend: (run) => void played.set(run.id, run),
      forget: (id) => void played.delete(id),
    },
  })
}
