// The queue as rows: calls that are the same, or that one asker makes with one tool, are together.
// Pure.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { riskOf } from '../../../state/tier-order.ts'

/** same: identical calls, whoever asks. related: one asker, one tool, other arguments. */
export type Group = {
  readonly kind: 'group'
  readonly key: string
  readonly why: 'same' | 'related'
  readonly members: readonly Approval[]
}
export type Row = { readonly kind: 'one'; readonly approval: Approval } | Group

/** Two that only resemble each other are no crowd yet. */
const crowd = 3

const sameKey = ({ tool, action, args }: Approval): string =>
  `same ${JSON.stringify([tool, action, args])}`
const relatedKey = ({ tool, action, principal }: Approval): string =>
  `related ${JSON.stringify([tool, action, principal.kind, principal.name, principal.session])}`

/** What takes a proof is answered by itself, always. */
const groups = ({ decision }: Approval): boolean =>
  riskOf(decision.tier) < riskOf('R4') && !decision.stepUp

/** In the order of the queue; a group stands where its first member stands. */
export function groupQueue(queue: readonly Approval[]): readonly Row[] {
  const able = queue.filter(groups)
  const same = gather(able, sameKey, 2)
  const inSame = new Set([...same.values()].flat().map(({ id }) => id))
  const related = gather(
    able.filter(({ id }) => !inSame.has(id)),
    relatedKey,
    crowd,
  )
  const keyOf = new Map(
    [...same, ...related].flatMap(([key, members]) => members.map(({ id }) => [id, key] as const)),
  )
  const done = new Set<string>()
  return queue.flatMap((approval): Row[] => {
    const key = keyOf.get(approval.id)
    if (key === undefined) return [{ kind: 'one', approval }]
    if (done.has(key)) return []
    done.add(key)
    const members = same.get(key) ?? related.get(key) ?? []
    return [{ kind: 'group', key, why: same.has(key) ? 'same' : 'related', members }]
  })
}

function gather(
  queue: readonly Approval[],
  keyOf: (approval: Approval) => string,
  least: number,
): Map<string, readonly Approval[]> {
  const all = new Map<string, Approval[]>()
  for (const approval of queue) {
    const key = keyOf(approval)
    const found = all.get(key)
    if (found === undefined) all.set(key, [approval])
    else found.push(approval)
  }
  return new Map([...all].filter(([, members]) => members.length >= least))
}

export type QueueFilter = { readonly who: string; readonly tool: string; readonly tier: string }
export const anyCall: QueueFilter = { who: '', tool: '', tier: '' }
export const isFiltered = ({ who, tool, tier }: QueueFilter): boolean =>
  who !== '' || tool !== '' || tier !== ''

export const filterQueue = (
  queue: readonly Approval[],
  { who, tool, tier }: QueueFilter,
): readonly Approval[] =>
  queue.filter(
    (each) =>
      (who === '' || each.principal.name === who) &&
      (tool === '' || each.tool === tool) &&
      (tier === '' || each.decision.tier === tier),
  )

/** One row of the list as it is drawn: those of an opened group stand under it. */
export type ListRow =
  | {
      readonly kind: 'one'
      readonly id: string
      readonly approval: Approval
      readonly inside: boolean
    }
  | { readonly kind: 'group'; readonly id: string; readonly group: Group; readonly open: boolean }

export const listRows = (rows: readonly Row[], opened: ReadonlySet<string>): readonly ListRow[] =>
  rows.flatMap((row): ListRow[] => {
    if (row.kind === 'one')
      return [{ kind: 'one', id: row.approval.id, approval: row.approval, inside: false }]
    const open = opened.has(row.key)
    const head: ListRow = { kind: 'group', id: row.key, group: row, open }
    return open
      ? [
          head,
          ...row.members.map((approval): ListRow => ({
            kind: 'one',
            id: approval.id,
            approval,
            inside: true,
          })),
        ]
      : [head]
  })
