// Opens what lies on disk: store, journal, configuration. All of it or none.
import { join } from 'node:path'
import type { Failure } from '../../contract/failure.ts'
import { ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { openJournal } from '../audit/journal.ts'
import type { Journal } from '../audit/journal.ts'
import { openConfig } from '../config/config.ts'
import type { CheckedConfigStore } from '../config/config.ts'
import type { Places } from '../config/paths.ts'
import { openAtRest } from '../secrets/at-rest.ts'
import type { AtRest } from '../secrets/at-rest.ts'
import { journalTable } from '../store/journal-table.ts'
import { openStore } from '../store/open.ts'
import { policyFacts } from './policy-facts.ts'
import { refusedWorkspace, workspaceWorld } from './workspace-problem.ts'
import type { Store } from '../store/open.ts'

export type Parts = { readonly atRest: AtRest; readonly store: Store; readonly journal: Journal; readonly config: CheckedConfigStore }

export async function openParts(places: Places, now: () => number): Promise<Result<Parts, Failure>> {
  const atRest = openAtRest(join(places.dataDir, 'approvals.key'))
  if (!atRest.ok) return atRest
  const store = await openStore(places.databaseFile, { now })
  if (!store.ok) return store
  const journal = openJournal({ table: journalTable(store.value.db), headFile: places.headFile, now })
  if (!journal.ok) {
    store.value.close()
    return journal
  }
  return ok({
    atRest: atRest.value,
    store: store.value,
    journal: journal.value,
    config: await openConfig({ file: places.configFile, facts: policyFacts(now, refusedWorkspace(workspaceWorld(places))) }),
  })
}
