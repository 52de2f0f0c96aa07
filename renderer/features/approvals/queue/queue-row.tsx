// One row of the queue: 56 px, what would happen on the first line and who asks on the second.
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { callTitle } from '../../../../contract/approval/call-title.ts'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { riskOf } from '../../../state/tier-order.ts'
import { useNow } from '../../../state/use-now.ts'
import { SideRow } from '../../../ui/lists/side-list.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { ago, clockSpan } from '../../../ui/text/time-text.ts'
import css from '../approvals-screen.module.css'
import { CallHeadline } from '../card/call-headline.tsx'
import { groupWords, type ListRow } from './queue-groups.ts'
import { strings } from '../strings.ts'

type Shared = {
  readonly gone: boolean
  readonly current: boolean
  /** Null while nothing is being selected. */
  readonly selected: boolean | null
  onSelect(id: string): void
  onPick(): void
}

type OneProps = Extract<ListRow, { kind: 'one' }> & Shared

export function OneCall({ approval, inside, gone, current, selected, onSelect, onPick }: OneProps) {
  const now = useNow()
  return (
    <div className={css.rowBox}>
      <Pick selected={selected} onPick={onPick} gone={gone} label={strings.pickOne} />
      <SideRow
        className={css.item}
        data-inside={inside}
        data-gone={gone}
        aria-current={current}
        onClick={() => onSelect(approval.id)}
      >
        <Lines
          tier={approval.decision.tier}
          title={<Headline approval={approval} />}
          time={gone ? strings.goneRow : clockSpan(approval.expiresAt - now)}
          second={secondLine(approval, ago(now - approval.createdAt))}
        />
      </SideRow>
    </div>
  )
}

/** Where it comes from, who asks, since when; first what is the matter with it. */
const secondLine = ({ from, second, principal }: Approval, age: string): string =>
  [
    ...(from === undefined ? [] : [strings.second.fromRow(from)]),
    ...(second === undefined ? [] : [strings.second.waitsRow]),
    principal.name,
    age,
  ].join(' · ')

type ManyProps = Extract<ListRow, { kind: 'group' }> & Shared & { onFold(key: string): void }

export function ManyCalls(props: ManyProps) {
  const { group, open, gone, current, selected, onSelect, onFold, onPick } = props
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const now = useNow()
  const [first] = group.members
  if (first === undefined) return null
  const soonest = Math.min(...group.members.map(({ expiresAt }) => expiresAt))
  const names = [...new Set(group.members.map(({ principal }) => principal.name))]
  return (
    <div className={css.rowBox} data-gone={gone}>
      <Pick
        selected={selected}
        onPick={onPick}
        gone={gone}
        label={strings.pickMany(group.members.length)}
      />
      <SideRow
        className={css.item}
        data-group="true"
        aria-current={current}
        disabled={gone}
        onClick={() => onSelect(group.key)}
      >
        <Lines
          tier={worstTier(group.members)}
          title={
            <span className={css.headline}>
              <span className={css.times}>{group.members.length} ×</span>{' '}
              {group.why === 'same' ? (
                <CallHeadline title={callTitle(first, workspace)} />
              ) : (
                <CallHeadline title={{ ...groupWords(first, workspace), rest: '', where: null }} />
              )}
            </span>
          }
          time={gone ? strings.goneRow : clockSpan(soonest - now)}
          second={strings.groupWhy[group.why](callers(names))}
        />
      </SideRow>
      <button
        type="button"
        className={css.fold}
        disabled={gone}
        aria-expanded={open}
        aria-label={strings.groupFold(group.members.length)}
        onClick={() => onFold(group.key)}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

const callers = (names: readonly string[]): string =>
  names.length <= 2 ? names.join(', ') : strings.callers(names[0] ?? '', names.length - 1)

export const worstTier = (members: readonly Approval[]) =>
  members.reduce(
    (worst, { decision }) => (riskOf(decision.tier) > riskOf(worst) ? decision.tier : worst),
    members[0]?.decision.tier ?? 'R0',
  )

function Pick({
  selected,
  gone,
  label,
  onPick,
}: Pick<Shared, 'selected' | 'gone' | 'onPick'> & { readonly label: string }) {
  return selected === null ? null : (
    <label className={css.pick}>
      <input
        type="checkbox"
        aria-label={label}
        checked={selected}
        disabled={gone}
        onChange={onPick}
      />
    </label>
  )
}

function Lines({
  tier,
  title,
  time,
  second,
}: {
  readonly tier: Approval['decision']['tier']
  readonly title: ReactNode
  readonly time: string
  readonly second: string
}) {
  return (
    <>
      <span className={css.first}>
        <TierBadge tier={tier} />
        {title}
        <span className={css.meta}>{time}</span>
      </span>
      <span className={css.second}>{second}</span>
    </>
  )
}

export function Headline({ approval }: { readonly approval: Approval }) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  return (
    <span className={css.headline}>
      <CallHeadline title={callTitle(approval, workspace)} />
    </span>
  )
}
