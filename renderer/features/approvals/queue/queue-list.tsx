// The left pane: what waits. Only the rows in sight are drawn, so five hundred are as quick as
// five.
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight, Layers } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { factOf, approvalPhrase } from '../../../state/call-text.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useNow } from '../../../state/use-now.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { SideEnds, SideRow } from '../../../ui/lists/side-list.tsx'
import { TierBadge } from '../../../ui/tier-badge.tsx'
import { ago, clockSpan } from '../../../ui/text/time-text.ts'
import css from '../approvals-screen.module.css'
import type { ListRow } from './queue-groups.ts'
import type { FrozenRow } from './frozen-rows.ts'
import { strings } from '../strings.ts'

type Props = {
  readonly rows: readonly FrozenRow[]
  readonly chosen: string | null
  onSelect(id: string): void
  onFold(key: string): void
  /** The pointer came over the list, or left it. */
  onHover(over: boolean): void
}

export function QueueList({ rows, chosen, onSelect, onFold, onHover }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 84,
    overscan: 6,
    getItemKey: (index) => rows[index]?.row.id ?? index,
  })
  const at = rows.findIndex(({ row }) => row.id === chosen)
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at)
    // Only where the choice moves, not where something comes in above it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [chosen])
  return (
    <div
      ref={scroller}
      className={css.rows}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onHover(true)}
      onPointerLeave={() => onHover(false)}
    >
      <ul className={css.sizer} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const still = rows[index]
          if (still === undefined) return null
          const { row, gone } = still
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className={css.slot}
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.kind === 'one' ? (
                <One {...row} gone={gone} current={row.id === chosen} onSelect={onSelect} />
              ) : (
                <Many
                  {...row}
                  gone={gone}
                  current={row.id === chosen}
                  onSelect={onSelect}
                  onFold={onFold}
                />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

type OneProps = Extract<ListRow, { kind: 'one' }> & {
  readonly gone: boolean
  readonly current: boolean
  onSelect(id: string): void
}

function One({ approval, inside, gone, current, onSelect }: OneProps) {
  const now = useNow()
  return (
    <SideRow
      className={css.item}
      data-inside={inside}
      data-gone={gone}
      aria-current={current}
      onClick={() => onSelect(approval.id)}
    >
      <SideEnds>
        <TierBadge tier={approval.decision.tier} />
        <span className={css.meta}>
          {gone ? strings.goneRow : clockSpan(approval.expiresAt - now)}
        </span>
      </SideEnds>
      <Headline approval={approval} />
      <span className={css.meta}>
        {approval.principal.name} · {ago(now - approval.createdAt)}
      </span>
    </SideRow>
  )
}

type ManyProps = Extract<ListRow, { kind: 'group' }> & {
  readonly gone: boolean
  readonly current: boolean
  onSelect(id: string): void
  onFold(key: string): void
}

function Many({ group, open, gone, current, onSelect, onFold }: ManyProps) {
  const now = useNow()
  const [first] = group.members
  if (first === undefined) return null
  const soonest = Math.min(...group.members.map(({ expiresAt }) => expiresAt))
  return (
    <div className={css.group} aria-current={current} data-gone={gone}>
      <SideRow
        className={css.item}
        aria-current={current}
        disabled={gone}
        onClick={() => onSelect(group.key)}
      >
        <SideEnds>
          <TierBadge tier={first.decision.tier} />
          <span className={css.meta}>{gone ? strings.goneRow : clockSpan(soonest - now)}</span>
        </SideEnds>
        <span className={css.groupName}>
          <Layers size={14} aria-hidden="true" />{' '}
          {strings.groupName(group.members.length, first.title)}
        </span>
        <span className={css.meta}>{strings.groupWhy[group.why](first.principal.name)}</span>
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

export function Headline({ approval }: { readonly approval: Approval }) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const { touches } = approval.decision
  const phrase = approvalPhrase(approval, workspace)
  const isRun = approval.staged !== null || touches.some((touch) => touch.kind === 'proc.run')
  return (
    <span className={css.headline}>
      {isRun ? (
        <code>
          <Exact text={factOf(approval.args, touches, workspace)} />
        </code>
      ) : (
        <>
          {phrase.verb} <Exact text={phrase.target} />
        </>
      )}
    </span>
  )
}
