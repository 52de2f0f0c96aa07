// How often people were asked, and which rules would have saved the most. The sums come from the
// index of the journal, by the hour; the rules from the newest answered approvals, of which there is
// a bounded number, evaluated again by the gate under the policy in force.
import type { Attention } from '../../../contract/journal/attention.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import type { ApprovalsTable } from '../../store/tables/approvals-table.ts'
import type { AttentionSums } from '../../store/journal/journal-sums.ts'
import { answeredSince } from './answered-since.ts'
import { savingRules, type SavingDeps } from './saving-rules.ts'

export type AttentionDeps = Omit<SavingDeps, 'runner'> & {
  readonly sums: () => Promise<AttentionSums>
  readonly approvals: Pick<ApprovalsTable, 'list'>
  readonly runner: Pick<Runner, 'ready' | 'enforced'>
}

export async function attention(deps: AttentionDeps): Promise<Attention> {
  const sums = await deps.sums()
  await deps.runner.ready
  const answered = await answeredSince(deps.approvals, sums.from)
  return { ...sums, looked: answered.length, rules: [...(await savingRules(answered, deps))] }
}
