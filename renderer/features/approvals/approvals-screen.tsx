// Everything that waits for a person, and what was answered before. Two panes: queue and card.
import { ChevronLeft, Inbox } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Approval, Reply } from '../../../contract/approval/approval.ts'
import type { ApprovalId, CallId } from '../../../contract/ids.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { selectQueue, useLive } from '../../state/live/live-store.ts'
import { useWhileHere } from '../../state/use-while-here.ts'
import { EmptyState } from '../../ui/panel.tsx'
import { SideHead, SideList, SideScreen } from '../../ui/lists/side-list.tsx'
import { useNarrowed } from '../../ui/lists/use-narrowed.ts'
import { Button } from '../../ui/button.tsx'
import { ApprovalCard } from './card/approval-card.tsx'
import css from './approvals-screen.module.css'
import type { CardKeys } from './answer/card-keys.ts'
import { GroupPanel } from './queue/group-panel.tsx'
import { HistoryList } from './queue/history-list.tsx'
import { After, Recent } from './queue/after-answer.tsx'
import { MANY, QueueFilterBar } from './queue/queue-filter.tsx'
import { anyCall, filterQueue, groupQueue, type ListRow, listRows } from './queue/queue-groups.ts'
import { QueueList } from './queue/queue-list.tsx'
import { SelectionBar } from './queue/selection-bar.tsx'
import { SuggestionStrip } from './queue/suggestion-strip.tsx'
import { ServerQuestions } from './questions/server-questions.tsx'
import { strings } from './strings.ts'
import { useQueueKeys } from './queue/use-queue-keys.ts'
import { useSelection } from './queue/use-selection.ts'
import { useHeld, useFrozenList } from './queue/use-frozen-list.ts'

type Props = {
  readonly selectedId: string | null
  onSelect(id: string | null): void
  /** The button that puts back what a call changed, lent by the frame. */
  renderUndo(callId: CallId): ReactNode
}

export function ApprovalsScreen({ selectedId, onSelect: goTo, renderUndo }: Props) {
  const bridge = useBridge()
  const onSelect = useWhileHere(goTo)
  const pending = useLive((live) => live.open)
  const answers = useLive((live) => live.answers)
  const queue = useMemo(() => selectQueue(pending), [pending])
  const [filter, setFilter] = useState(anyCall)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [side, setSide] = useState<'waiting' | 'answered'>('waiting')
  const [groupKey, setGroupKey] = useState<string | null>(null)
  // Where there is room for one of both: the call that was opened, or the list.
  const [away, setAway] = useState(selectedId !== null)
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string> | null>(null)
  const [recent, setRecent] = useState<{
    readonly approval: Approval
    readonly reply: Reply
  } | null>(null)
  const grouped = useMemo(() => groupQueue(filterQueue(queue, filter)), [filter, queue])
  const inOrder = useMemo(() => listRows(grouped, opened), [grouped, opened])
  const layout = JSON.stringify([filter, [...opened]])
  const { shown, held, hold } = useFrozenList(inOrder, layout, (id) =>
    queue.some((each) => each.id === id),
  )
  const many = useHeld(queue.length >= MANY, held)
  const rows = shown.flatMap(({ row, gone }) => (gone ? [] : [row]))

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
  // Where nothing was chosen the first of the queue is, and stays it while others come in.
  const first = rows[0]
  const wanted = groupKey === null ? selectedId : null
  const selection = useSelection(wanted, queue, read, answers)
  // What waits is answered beside the list that it waits in.
  const chosen = side === 'answered' && selection?.state === 'pending' ? null : selection
  useEffect(() => {
    if (selectedId !== null || groupKey !== null || first === undefined) return
    if (first.kind === 'one') onSelect(first.id)
    else setGroupKey(first.id)
  }, [first, groupKey, onSelect, selectedId])
  const group =
    groupKey === null
      ? undefined
      : grouped.find((row) => row.kind === 'group' && row.key === groupKey)
  useEffect(() => {
    // All of it was answered, or it is a crowd no more.
    if (groupKey !== null && group === undefined) select(first?.id ?? null)
  }, [first, group, groupKey, select])

  const at = rows.findIndex(({ id }) => id === (groupKey ?? chosen?.id))
  const onAnswered = useCallback(
    (reply: Reply) => {
      if (chosen === null) return
      setRecent({ approval: chosen, reply })
      const left = rows.filter(({ id }) => id !== chosen.id)
      if (left.length === 0) setAway(false)
      select(left[Math.min(Math.max(at, 0), left.length - 1)]?.id ?? null)
    },
    [at, chosen, rows, select],
  )
  // An approval that was not used, because what it was rehearsed on changed: the same call, asked
  // again.
  const again =
    chosen?.state === 'cancelled' ? queue.find(({ callId }) => callId === chosen.callId) : undefined
  useEffect(() => {
    if (again !== undefined) select(again.id)
  }, [again, select])

  const keys = useRef<CardKeys | null>(null)
  const onKeys = useCallback((next: CardKeys | null) => {
    keys.current = next
  }, [])
  const pane = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const turn = (to: boolean): void => {
    setAway(to)
    // What had the focus may be on the page that was left.
    requestAnimationFrame(() => {
      const next = to
        ? pane.current?.querySelector<HTMLElement>('[data-deny], article button')
        : list.current?.querySelector<HTMLElement>(
            '[aria-current="true"] button, [aria-current="true"]',
          )
      if (next?.checkVisibility() === true) next.focus({ preventScroll: true })
    })
  }
  // Who reads a card keeps it when the window gets narrow; who is in the list keeps that.
  useNarrowed(list, pane, (inList) => {
    if (!inList) setAway(chosen !== null || group !== undefined)
  })
  const open = (id: string | null): void => {
    select(id)
    turn(true)
  }
  const pick = (row: ListRow): void =>
    setSelected((before) => {
      const ids = idsOf(row)
      const all = ids.every((id) => before?.has(id) === true)
      return all
        ? new Set([...(before ?? [])].filter((id) => !ids.includes(id)))
        : new Set([...(before ?? []), ...ids])
    })
  const fold = useCallback((key: string) => setOpened((before) => toggled(before, key)), [])
  useQueueKeys({
    keys,
    move: (by) => open(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.id ?? null),
    select: (by) => {
      const here = rows[at]
      const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)]
      setSelected((before) => new Set([...(before ?? idsOf(here)), ...idsOf(here), ...idsOf(next)]))
      open(next?.id ?? null)
    },
    details: () =>
      groupKey === null
        ? document.querySelector<HTMLElement>('[data-approval] summary')?.click()
        : fold(groupKey),
    live: () =>
      chosen?.state === 'pending' && groupKey === null && pane.current?.checkVisibility() === true,
  })

  return (
    <SideScreen pages away={away}>
      <SideList ref={list} still>
        <SideHead className={css.listHead}>
          <h1>{strings.title}</h1>
          <div className={css.sides} role="group" aria-label={strings.sides}>
            {(['waiting', 'answered'] as const).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={side === each}
                onClick={() => setSide(each)}
              >
                {each === 'waiting' ? strings.waitingN(queue.length) : strings.history}
              </button>
            ))}
          </div>
        </SideHead>
        {side === 'answered' ? (
          <HistoryList chosen={chosen?.id ?? null} onSelect={(approval) => open(approval.id)} />
        ) : (
          <>
            <SuggestionStrip answered={answers} />
            <QueueFilterBar queue={queue} many={many} filter={filter} change={setFilter} />
            {queue.length === 0 && shown.length === 0 ? (
              <p className={css.none}>{strings.nothing}.</p>
            ) : shown.length === 0 ? (
              <p className={css.none}>{strings.filter.none}</p>
            ) : (
              <>
                <SelectionBar
                  queue={filterQueue(queue, filter)}
                  selected={selected}
                  change={setSelected}
                />
                <QueueList
                  rows={shown}
                  chosen={groupKey ?? chosen?.id ?? null}
                  selected={selected}
                  onPick={pick}
                  onSelect={open}
                  onFold={fold}
                  onHover={hold}
                />
              </>
            )}
          </>
        )}
        {side === 'answered' ? null : (
          <Recent recent={recent} renderUndo={renderUndo} onSelect={open} />
        )}
      </SideList>
      <div ref={pane} className={css.pane}>
        <Button
          tone="quiet"
          size="small"
          className={css.back}
          icon={<ChevronLeft size={15} aria-hidden="true" />}
          onClick={() => turn(false)}
        >
          {strings.back(queue.length)}
        </Button>
        <ServerQuestions />
        {group?.kind === 'group' ? (
          <GroupPanel
            key={group.key}
            group={group}
            out={out}
            leaveOut={(id) => setOut((before) => toggled(before, id))}
            open={select}
          />
        ) : chosen === null ? (
          <EmptyState
            icon={<Inbox size={20} aria-hidden="true" />}
            title={
              side === 'answered'
                ? strings.pickAnswer
                : queue.length === 0
                  ? strings.nothing
                  : strings.pick
            }
          >
            {queue.length === 0 && side === 'waiting' ? (
              <>
                <p>{strings.nothingText}</p>
                <p>
                  {strings.tryIt}{' '}
                  <a href="#/runs" className={css.link}>
                    {strings.toRuns}
                  </a>
                </p>
              </>
            ) : null}
          </EmptyState>
        ) : (
          <ApprovalCard
            key={chosen.id}
            approval={chosen}
            location="queue"
            onKeys={onKeys}
            onAnswered={onAnswered}
            after={
              <After
                approval={chosen}
                renderUndo={renderUndo}
                next={first?.id ?? null}
                onSelect={select}
              />
            }
          />
        )}
      </div>
    </SideScreen>
  )
}

const idsOf = (row: ListRow | undefined): readonly string[] =>
  row === undefined ? [] : row.kind === 'one' ? [row.id] : row.group.members.map(({ id }) => id)

const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  set.has(key) ? new Set([...set].filter((each) => each !== key)) : new Set(set).add(key)
