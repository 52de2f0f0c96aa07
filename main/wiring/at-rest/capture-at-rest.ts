// A run as one file, of a Gatehouse that does not run. Nothing is kept of its receipts.
import { Capsule } from '../../../contract/agent/capsule.ts'
import type { Run } from '../../../contract/agent/run.ts'
import type { Failure } from '../../../contract/failure.ts'
import { JsonObject } from '../../../contract/json.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { AppPaths } from '../../config/paths.ts'
import { makeReceipt, type ReceiptDeps } from '../../journal/receipts/receipt.ts'
import { namesStored } from '../../secrets/names-stored.ts'
import { captureRun } from '../../services/runs/capture-run.ts'
import { everyItem } from '../../services/runs/every-item.ts'
import { workspaceSnapshot } from '../../services/runs/workspace-snapshot.ts'
import type { JournalTable } from '../../store/journal/journal-table.ts'
import type { RunsTable } from '../../store/tables/runs-table.ts'
import { pathOfWorkspace } from '../../workspace/workspace.ts'
import type { HostEnv } from './availability-at-rest.ts'
import { configAtRest } from './config-at-rest.ts'
import { credentialsAtRest } from './credentials-at-rest.ts'
import { wholeRedactorAtRest } from './shown-at-rest.ts'

export type StoredOfRuns = {
  readonly runs: Pick<RunsTable, 'page' | 'tree'>
  readonly journal: Pick<JournalTable, 'ofCall'>
  readonly signed: ReceiptDeps
}

/**
 * Null where the configuration has a fault.
 */
export async function captureAtRest(
  run: Run,
  { runs, journal, signed }: StoredOfRuns,
  paths: AppPaths,
  env: HostEnv,
): Promise<Result<Capsule, Failure> | null> {
  const config = await configAtRest(paths)
  if (config === null) return null
  const workspace = pathOfWorkspace(config.workspace, paths.defaultWorkspace)
  const credentials = await credentialsAtRest(paths.home)
  const redactor = wholeRedactorAtRest(config, env, namesStored(credentials))
  const pages: Parameters<typeof everyItem>[0] = {
    items(id, before, limit) {
      const items = runs.page(id, before, limit + 1)
      return { items: items.slice(-limit), older: items.length > limit }
    },
  }
  const captured = await captureRun(
    run,
    { tree: runs.tree(run.parent?.root ?? run.id), items: (id) => everyItem(pages, id) },
    {
      ofCall: journal.ofCall,
      receipt: (id) => makeReceipt(id, signed),
      signer: async () => ok(signed.signer),
      config: () => JsonObject.parse(JSON.parse(JSON.stringify(config))),
      snapshot: () => workspaceSnapshot(workspace),
      redact: (value) => redactor.json(value, []),
      version: signed.version,
      now: Date.now,
    },
  )
  // With its members in the order in which a whole gives them out.
  return captured.ok ? ok(Capsule.parse(captured.value)) : captured
}
