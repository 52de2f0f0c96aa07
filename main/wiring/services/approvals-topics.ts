// The topic of approvals: this machine's and those of others, and what their cards ask for.
import { join } from 'node:path'
import { approvalsService } from '../../services/approvals/approvals-service.ts'
import { openPutAway } from '../../services/approvals/put-away.ts'
import { scopePreviews } from '../../services/approvals/scope-previews.ts'
import { openSuggestions } from '../../services/approvals/suggestions.ts'
import { withOthers } from '../../services/approvals/with-others.ts'
import { lastingPreview } from '../../services/policy/lasting-preview.ts'
import type { Tried } from '../../services/policy/tried.ts'
import type { AppOptions } from '../app-options.ts'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Layers } from '../layers.ts'
import { sha256 } from '../sha256.ts'
import type { TopicParts } from './topic-parts.ts'

export function approvalsTopics(
  { paths }: Pick<AppOptions, 'paths'>,
  { storage, policy, execution, calls }: Layers,
  { second }: Pick<TopicParts, 'second'>,
  tried: Tried,
  { now }: Clock,
  { report }: Pick<Events, 'report'>,
) {
  const { approvals, leases } = storage.tables
  const { redactor, runner, shown, record } = execution
  const { inForce, lasting } = calls
  const parts = { tried, config: policy.config, runner, inForce, lasting }
  return approvalsService({
    ...withOthers({ table: approvals, answer: calls.answer }, second),
    rehearse: calls.rehearsals.rehearse,
    runAgain: (id, surface) => calls.approvalQueue.runAgain(id, surface),
    shown: shown.approval,
    preview: lastingPreview(parts),
    scopes: scopePreviews(parts),
    suggestions: openSuggestions({
      table: approvals,
      leases,
      lasting,
      record,
      now,
      putAway: openPutAway({ file: join(paths.dataDir, 'put-away.json'), sha256, report }),
    }),
    facts: redactor.facts,
  })
}
