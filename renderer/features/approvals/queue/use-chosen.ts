// Which call or group is beside the list.
import { useCallback, useEffect, useState } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import type { Group } from './queue-groups.ts'
import type { Queue } from './use-queue.ts'
import { useSelection } from './use-selection.ts'

export type Chosen = {
  readonly approval: Approval | null
  readonly group: Group | null
  /** The id of its row. */
  readonly row: string | null
  /** The place of that row among those that can be opened; -1 where it is none of them. */
  readonly at: number
  /** A call or a group, by the id of its row. */
  select(id: string | null): void
}

/**
 * Where nothing was chosen the first of the queue is, and stays it while others come in.
 * `answered`: the list shows what was answered; what waits is answered beside the list that it waits in.
 */
export function useChosen(
  { all, grouped, rows }: Queue,
  selectedId: string | null,
  answered: boolean,
  onSelect: (id: string | null) => void,
): Chosen {
  const bridge = useBridge()
  const answers = useLive((live) => live.answers)
  const [groupKey, setGroupKey] = useState<string | null>(null)
  const select = useCallback(
    (id: string | null) => {
      const group = id !== null && !id.startsWith('apr_')
      setGroupKey(group ? id : null)
      if (!group) onSelect(id)
    },
    [onSelect],
  )
  const read = useCallback(
    async (id: string) => {
      const found = await bridge.call('approvals.get', { id: id as ApprovalId })
      return found.ok ? found.value : null
    },
    [bridge],
  )
  const first = rows[0]
  const selection = useSelection(groupKey === null ? selectedId : null, all, read, answers)
  const approval = answered && selection?.state === 'pending' ? null : selection
  useEffect(() => {
    if (selectedId !== null || groupKey !== null || first === undefined) return
    if (first.kind === 'one') onSelect(first.id)
    else setGroupKey(first.id)
  }, [first, groupKey, onSelect, selectedId])

  const group = grouped.find((row) => row.kind === 'group' && row.key === groupKey)
  useEffect(() => {
    // All of it was answered, or it is a crowd no more.
    if (groupKey !== null && group === undefined) select(first?.id ?? null)
  }, [first, group, groupKey, select])

  // An approval that was not used, because what it was rehearsed on changed: the same call, asked
  // again.
  const again =
    approval?.state === 'cancelled'
      ? all.find(({ callId }) => callId === approval.callId)
      : undefined
  useEffect(() => {
    if (again !== undefined) select(again.id)
  }, [again, select])

  const row = groupKey ?? approval?.id ?? null
  return {
    approval,
    group: group?.kind === 'group' ? group : null,
    row,
    at: rows.findIndex(({ id }) => id === row),
    select,
  }
}
