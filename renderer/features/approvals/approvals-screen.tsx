// Everything that waits for a person, and what was answered before. Two panes: queue and card.
import { keepsSome } from '../../../contract/call/undo.ts'
import { Inbox } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Approval, Reply } from '../../../contract/approval/approval.ts'
import type { ApprovalId, CallId } from '../../../contract/ids.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { isNo } from '../../state/call-text.ts'
import { selectQueue, useLive } from '../../state/live/live-store.ts'
import { useWhileHere } from '../../state/use-while-here.ts'
import { EmptyState } from '../../ui/panel.tsx'
import { SideHead, SideList, SideScreen } from '../../ui/lists/side-list.tsx'
import { Button } from '../../ui/button.tsx'
import { ApprovalCard } from './card/approval-card.tsx'
import css from './approvals-screen.module.css'
import type { CardKeys } from './answer/card-keys.ts'
import { GroupPanel } from './queue/group-panel.tsx'
import { HistoryList } from './queue/history-list.tsx'
import { JournalRows } from './queue/journal-rows.tsx'
import { MANY, QueueFilterBar } from './queue/queue-filter.tsx'
import { anyCall, filterQueue, groupQueue, listRows } from './queue/queue-groups.ts'
import { Headline, QueueList } from './queue/queue-list.tsx'
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
  const open = useLive((live) => live.open)
  const answers = useLive((live) => live.answers)
  const queue = useMemo(() => selectQueue(open), [open])
  const [filter, setFilter] = useState(anyCall)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [side, setSide] = useState<'waiting' | 'answered'>('waiting')
  const [groupKey, setGroupKey] = useState<string | null>(null)
  const [out, setOut] = useState<ReadonlySet<string>>(new Set())
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
  const chosen = useSelection(wanted, queue, read, answers)
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
      select(left[Math.min(Math.max(at, 0), left.length - 1)]?.id ?? null)
    },
    [at, chosen, rows, select],
  )
  // A yes that was not used, because what it was rehearsed on changed: the same call, asked again.
  const again =
    chosen?.state === 'cancelled' ? queue.find(({ callId }) => callId === chosen.callId) : undefined
  useEffect(() => {
    if (again !== undefined) select(again.id)
  }, [again, select])

  const keys = useRef<CardKeys | null>(null)
  const onKeys = useCallback((next: CardKeys | null) => {
    keys.current = next
  }, [])
  const fold = useCallback((key: string) => setOpened((before) => toggled(before, key)), [])
  useQueueKeys({
    keys,
    move: (by) => select(rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.id ?? null),
    details: () =>
      groupKey === null
        ? document.querySelector<HTMLElement>('[data-approval] summary')?.click()
        : fold(groupKey),
    live: chosen?.state === 'pending' && groupKey === null,
  })

  return (
    <SideScreen>
      <SideList still>
        <SideHead className={css.listHead}>
          <h1>{side === 'waiting' ? strings.waiting : strings.history}</h1>
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
          <HistoryList chosen={chosen?.id ?? null} onSelect={(approval) => select(approval.id)} />
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
                <p className={css.order}>{strings.order}</p>
                <QueueList
                  rows={shown}
                  chosen={groupKey ?? chosen?.id ?? null}
                  onSelect={select}
                  onFold={fold}
                  onHover={hold}
                />
              </>
            )}
          </>
        )}
        <Recent recent={recent} renderUndo={renderUndo} onSelect={select} />
      </SideList>
      <div className={css.pane}>
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
            title={queue.length === 0 ? strings.nothing : strings.pick}
          >
            {queue.length === 0 ? (
              <>
                <p>{strings.nothingText}</p>
                <p>
                  {strings.tryIt} <a href="#/runs">{strings.toRuns}</a>
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

type AfterProps = {
  readonly approval: Approval
  readonly next: string | null
  renderUndo(callId: CallId): ReactNode
  onSelect(id: string | null): void
}

function After({ approval, next, renderUndo, onSelect }: AfterProps) {
  const undoable = approval.state === 'consumed' && keepsSome(approval.undo)
  return (
    <>
      {undoable ? renderUndo(approval.callId) : null}
      {next === null || next === approval.id ? null : (
        <Button size="small" onClick={() => onSelect(next)}>
          {strings.nextHeld}
        </Button>
      )}
      <JournalRows callId={approval.callId} />
    </>
  )
}

type RecentProps = {
  readonly recent: { readonly approval: Approval; readonly reply: Reply } | null
  renderUndo(callId: CallId): ReactNode
  onSelect(id: string): void
}

/**
 * The answer just given, where it is out of the way and can be gone back to. Its place is there
 * before it is needed.
 */
function Recent({ recent, renderUndo, onSelect }: RecentProps) {
  return (
    <div className={css.recent} role="status">
      {recent === null ? null : (
        <>
          <span className={css.meta}>
            {isNo(recent.reply.answer) ? strings.states.denied : strings.states.approved}:
          </span>
          <button
            type="button"
            className={css.recentCall}
            onClick={() => onSelect(recent.approval.id)}
          >
            <Headline approval={recent.approval} />
          </button>
          {!isNo(recent.reply.answer) && keepsSome(recent.approval.undo)
            ? renderUndo(recent.approval.callId)
            : null}
        </>
      )}
    </div>
  )
}

const toggled = (set: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  set.has(key) ? new Set([...set].filter((each) => each !== key)) : new Set(set).add(key)
