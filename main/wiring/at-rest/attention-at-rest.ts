// How often people were asked, of a Gatehouse that does not run. Rules are looked for where there are
// answers enough for one: what judges calls takes as long to load as all the rest.
import { denies, type Approval } from '../../../contract/approval/approval.ts'
import type { Input } from '../../../contract/ipc/ipc.ts'
import type { Attention } from '../../../contract/journal/attention.ts'
import type { AppPaths } from '../../config/paths.ts'
import { answeredSince } from '../../services/audit/answered-since.ts'
import { chartBars } from '../../services/audit/chart-bars.ts'
import { FEWEST_SAVED } from '../../services/audit/fewest-saved.ts'
import type { JournalFinder } from '../../store/journal/journal-finder.ts'
import { attentionSums, type AttentionSums } from '../../store/journal/journal-sums.ts'
import type { ApprovalsTable } from '../../store/tables/approvals-table.ts'
import type { StoredFromOutside } from './stored-from-outside.ts'

/** @param finder over a copy, whose index nobody else brings up to date; null where there is no journal. */
export function sumsAtRest(
  finder: JournalFinder | null,
  hours: Input<'audit.attention'>['hours'],
): AttentionSums {
  const bars = chartBars[hours]
  const now = Date.now()
  const none = () => []
  if (finder === null) return attentionSums({ now, hours, bars }, none, none)
  while (finder.step()) continue
  return finder.sums.attention(now, hours, bars)
}

/** Oldest first. */
export const answeredAtRest = (
  table: Pick<ApprovalsTable, 'list'>,
  { from }: AttentionSums,
): Promise<readonly Approval[]> => answeredSince(table, from)

/** `untested`: the sandbox was taken to hold as it usually does. */
export type AttentionAtRest = { readonly attention: Attention; readonly untested: boolean }

/** Null where more decides about the rules than what is read here. */
export async function attentionAtRest(
  sums: AttentionSums,
  answered: readonly Approval[],
  paths: AppPaths,
  outside: StoredFromOutside,
): Promise<AttentionAtRest | null> {
  const approved = answered.filter(({ answer }) => answer !== null && !denies(answer))
  if (approved.length < FEWEST_SAVED)
    return { attention: { ...sums, looked: answered.length, rules: [] }, untested: false }
  const { savingAtRest } = await import('./policy/saving-at-rest.ts')
  const saving = await savingAtRest(answered, paths, outside)
  if (saving === null) return null
  const { rules, untested } = saving
  return { attention: { ...sums, looked: answered.length, rules: [...rules] }, untested }
}
