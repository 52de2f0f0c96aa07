// One row whole, and every other row of the same call.
import { CircleSlash, Undo2, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { CallId, RunId } from '../../../../contract/ids.ts'
import type { JournalEntry, JournalRow } from '../../../../contract/journal/journal.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Exact, ExactBlock } from '../../../ui/text/exact-text.tsx'
import { Facts, TroubleText } from '../../../ui/panel.tsx'
import table from '../../../ui/lists/table.module.css'
import { clockTime, duration, fullTime } from '../../../ui/text/time-text.ts'
import { useCopy } from '../../../ui/text/use-copy.ts'
import css from '../audit-screen.module.css'
import rowDetail from './row-detail.module.css'
import { CallCard } from './call-card.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import { rowSummary } from './row-text.ts'
import { isOver, wayBack } from './way-back.ts'
import { strings } from '../strings.ts'

type Props = {
  readonly row: JournalRow
  /** Of a list of calls it is all there is to one; of a list of events it is beside its row. */
  readonly place: 'beside' | 'below'
  onChoose(row: JournalRow): void
  onClose(): void
  onQuery(query: string): void
  renderUndo(callId: CallId, again: boolean): ReactNode
  renderCard(approval: Approval, ended: ReactNode): ReactNode
  renderResult(runId: RunId, callId: CallId): ReactNode
}

export function RowDetail(props: Props) {
  const { row, place, onClose } = props
  const words = place === 'below' ? strings.calls.detail : strings.detail
  // Esc closes from anywhere in it: React hands up keys of what is inside, so no other element could
  // listen.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return place === 'below' ? (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc of what is inside
    <section className={rowDetail.below} aria-label={words} onKeyDown={onKeyDown}>
      <Below {...props} />
    </section>
  ) : (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc of what is inside
    <aside className={table.detail} aria-label={words} onKeyDown={onKeyDown}>
      <div>
        <div className={table.detailHead}>
          <h2>
            {strings.rowTitle(row.seq)} · {strings.kinds[row.entry.kind]}
          </h2>
          <IconButton label={strings.close} onClick={onClose}>
            <X size={15} aria-hidden="true" />
          </IconButton>
        </div>
        <p className={table.quiet}>{fullTime(row.at)}</p>
        <Acts {...props} />
      </div>
      <Beside {...props} />
    </aside>
  )
}

function Acts({ row, onQuery }: Props) {
  const id = callOf(row.entry)
  const { copied, copy } = useCopy()
  return (
    <div className={rowDetail.acts}>
      {id === null ? null : (
        <>
          <Button size="small" onClick={() => onQuery(`call:${id}`)}>
            {strings.onlyCall}
          </Button>
          <ReceiptDialog
            callId={id}
            runId={'runId' in row.entry && row.entry.runId !== undefined ? row.entry.runId : null}
          />
        </>
      )}
      <Button size="small" onClick={() => void copy(JSON.stringify(row, null, 2))}>
        {copied === 'copied' ? strings.copied : strings.copyJson}
      </Button>
    </div>
  )
}

function Beside(props: Props) {
  const { row, renderCard, renderResult } = props
  const id = callOf(row.entry)
  return (
    <>
      {id === null ? null : (
        <>
          <CallCard id={id} renderCard={renderCard} renderResult={renderResult} />
          <SameCall id={id} {...props} />
        </>
      )}
      <Raw row={row} open={id === null} />
    </>
  )
}

/** The card, then what the journal has of it. A step of the timeline shows its own raw entry. */
function Below(props: Props) {
  const { renderCard, renderResult } = props
  const [row, setRow] = useState(props.row)
  const id = callOf(row.entry)
  if (id === null) return null
  return (
    <>
      <CallCard id={id} renderCard={renderCard} renderResult={renderResult} />
      <div className={rowDetail.steady}>
        <SameCall id={id} {...props} row={row} onChoose={setRow} />
        <div className={rowDetail.rawPart}>
          <Raw row={row} open={false} />
          <Acts {...props} row={row} />
        </div>
      </div>
    </>
  )
}

function Raw({ row, open }: { readonly row: JournalRow; readonly open: boolean }) {
  return (
    <details className={rowDetail.folded} open={open}>
      <summary>
        {strings.calls.raw}
        <span className={css.muted}> {strings.rowTitle(row.seq)}</span>
      </summary>
      <div className={table.boxed}>
        <ExactBlock text={JSON.stringify(row.entry, null, 2)} label={strings.whole} tall />
      </div>
      <Facts
        facts={[
          { key: strings.hash, value: <code>{row.hash}</code> },
          { key: strings.prev, value: <code>{row.prev}</code> },
        ]}
      />
    </details>
  )
}

const callOf = (entry: JournalEntry): CallId | null => ('callId' in entry ? entry.callId : null)

type SameCallProps = Pick<Props, 'row' | 'onChoose' | 'renderUndo'> & { readonly id: CallId }

function SameCall({ id, row, onChoose, renderUndo }: SameCallProps) {
  const bridge = useBridge()
  // Of a call that is over no other row can come, however busy the journal is.
  const [over, setOver] = useState(false)
  const newest = useLive((live) => (over ? null : live.journalSeq))
  const { value, error } = useRead(bridge, 'audit.call', { callId: id }, newest)
  const rows = value?.rows ?? []
  const entries = rows.map(({ entry }) => entry)
  const way = wayBack(entries)
  if (isOver(entries) && !over) setOver(true)
  return (
    <div>
      {way === null ? null : way.kind === 'none' ? (
        <p className={rowDetail.wayBack}>
          <CircleSlash size={15} aria-hidden="true" />
          <span>
            {strings.cannotUndo} <Exact text={way.why} />
          </span>
        </p>
      ) : (
        <div className={rowDetail.wayBack}>
          <Undo2 size={15} aria-hidden="true" />
          <span>{way.undoId === null ? strings.canUndo(way.files) : strings.wasUndone}</span>
          {renderUndo(id, false)}
          {way.undoId === null ? null : renderUndo(way.undoId, true)}
        </div>
      )}
      <h3>{strings.sameCall}</h3>
      {error === null ? null : (
        <p>
          <TroubleText {...error} />
        </p>
      )}
      <ol className={rowDetail.steps}>
        {rows.map((each, location) => {
          const before = rows[location - 1]
          const words = rowSummary(each.entry, '')
          return (
            <li key={each.seq}>
              <button
                type="button"
                aria-current={each.seq === row.seq}
                onClick={() => onChoose(each)}
              >
                <span>{strings.kinds[each.entry.kind]}</span>
                <span className={css.how} data-tone={words.tone}>
                  {words.how === '' ? words.what : words.how}
                </span>
                <span className={css.muted} title={fullTime(each.at)}>
                  {before === undefined
                    ? clockTime(each.at)
                    : strings.sinceBefore(duration(each.at - before.at))}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
