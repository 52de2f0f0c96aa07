// What waits, as a list: its filter, what was picked in it, and its rows.
import css from '../approvals-screen.module.css'
import { strings } from '../strings.ts'
import { QueueFilterBar } from './queue-filter.tsx'
import { QueueList } from './queue-list.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SuggestionStrip } from './suggestion-strip.tsx'
import type { usePicked } from './use-picked.ts'
import type { Queue } from './use-queue.ts'

type Props = {
  readonly queue: Queue
  readonly picked: ReturnType<typeof usePicked>
  /** The id of the row that is beside the list. */
  readonly chosen: string | null
  /** Changes with each answer, which may be a reason to suggest a rule. */
  readonly answers: number
  onSelect(id: string): void
}

export function WaitingList({ queue, picked, chosen, answers, onSelect }: Props) {
  const { all, filtered, shown, many, filter, setFilter, fold, hold } = queue
  return (
    <>
      <SuggestionStrip answered={answers} />
      <QueueFilterBar queue={all} many={many} filter={filter} change={setFilter} />
      {all.length === 0 && shown.length === 0 ? (
        <p className={css.none}>{strings.nothing}.</p>
      ) : shown.length === 0 ? (
        <p className={css.none}>{strings.filter.none}</p>
      ) : (
        <>
          <SelectionBar queue={filtered} selected={picked.ids} change={picked.change} />
          <QueueList
            rows={shown}
            chosen={chosen}
            selected={picked.ids}
            onPick={picked.pick}
            onSelect={onSelect}
            onFold={fold}
            onHover={hold}
          />
        </>
      )}
    </>
  )
}
