// Who, which tool, which tier: shown once there are many, and as long as it hides something.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { riskOf } from '../../../state/tier-order.ts'
import { Button } from '../../../ui/button.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import css from '../approvals-screen.module.css'
import { anyCall, isFiltered, type QueueFilter } from './queue-groups.ts'
import { strings } from '../strings.ts'

/** From this many on it is worth its place. */
export const MANY = 6

type Props = {
  readonly queue: readonly Approval[]
  readonly many: boolean
  readonly filter: QueueFilter
  change(filter: QueueFilter): void
}

export function QueueFilterBar({ queue, many, filter, change }: Props) {
  if (!many && !isFiltered(filter)) return null
  const words = strings.filter
  const pick = (key: keyof QueueFilter, values: readonly string[]) => (
    <Pick
      label={words[key]}
      value={filter[key]}
      neutral=""
      choices={[
        { value: '', label: words.any[key] },
        ...values.map((value) => ({ value, label: value })),
      ]}
      onChange={(value) => change({ ...filter, [key]: value })}
    />
  )
  const distinct = (of: (approval: Approval) => string): string[] =>
    [...new Set(queue.map(of))].toSorted()
  return (
    <div className={css.filters} role="group" aria-label={words.label}>
      {pick(
        'who',
        distinct(({ principal }) => principal.name),
      )}
      {pick(
        'tool',
        distinct(({ tool }) => tool),
      )}
      {pick(
        'tier',
        [...new Set(queue.map(({ decision }) => decision.tier))].toSorted(
          (a, b) => riskOf(b) - riskOf(a),
        ),
      )}
      {isFiltered(filter) ? (
        <Button size="small" tone="quiet" onClick={() => change(anyCall)}>
          {words.clear}
        </Button>
      ) : null}
    </div>
  )
}
