// The rows of the journal as a table of any length.
import type { Ref } from 'react'
import type { JournalRow } from '../../../contract/journal.ts'
import { useLive } from '../../state/live-store.ts'
import { Exact } from '../../ui/exact-text.tsx'
import { LongList, type LongListHandle } from '../../ui/long-list.tsx'
import { TierBadge } from '../../ui/tier-badge.tsx'
import { clockTime, fullTime } from '../../ui/time-words.ts'
import css from './audit-screen.module.css'
import type { RowSource } from './row-source.ts'
import { rowWords } from './row-words.ts'
import { strings } from './strings.ts'

type Props = {
  readonly source: RowSource
  readonly chosen: number | null
  readonly active: number
  readonly handle: Ref<LongListHandle>
  onActive(index: number): void
  onChoose(row: JournalRow): void
  onView(first: number, end: number, atTop: boolean): void
}

const { columns } = strings
const heads = [columns.seq, columns.time, columns.kind, columns.tool, columns.what, columns.how].map((head) => (
  <span key={head} role="columnheader">
    {head}
  </span>
))

export function AuditTable({ source, chosen, active, handle, onActive, onChoose, onView }: Props) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  return (
    <LongList
      label={strings.table}
      count={source.state().count}
      heads={heads}
      rowClass={css.row}
      active={active}
      handle={handle}
      onActive={onActive}
      onOpen={(index) => {
        const row = source.rowAt(index)
        if (row !== undefined && row !== null) onChoose(row)
      }}
      onView={onView}
      keyOf={source.keyOf}
      isChosen={(index) => chosen !== null && source.rowAt(index)?.seq === chosen}
      renderCells={(index, stop) => <Cells row={source.rowAt(index)} workspace={workspace} stop={stop} />}
    />
  )
}

type CellsProps = {
  readonly row: JournalRow | null | undefined
  readonly workspace: string
  readonly stop: { readonly tabIndex: number; readonly 'data-stop': true }
}

function Cells({ row, workspace, stop }: CellsProps) {
  if (row === undefined || row === null) {
    return (
      <>
        <span role="cell">
          <button type="button" className={css.seq} {...stop}>
            {row === null ? strings.unreadable : strings.reading}
          </button>
        </span>
        {row === undefined ? <span role="cell" className={css.blank} aria-hidden="true" /> : null}
      </>
    )
  }
  const words = rowWords(row.entry, workspace)
  return (
    <>
      <span role="cell">
        <button type="button" className={css.seq} aria-label={strings.rowTitle(row.seq)} {...stop}>
          {row.seq}
        </button>
      </span>
      <span role="cell" title={fullTime(row.at)} className={css.muted}>
        {clockTime(row.at)}
      </span>
      <span role="cell">{strings.kinds[row.entry.kind]}</span>
      <span role="cell" title={words.tool}>
        <code>{words.tool}</code>
      </span>
      <span role="cell" className={css.what} title={words.what}>
        <Exact text={words.what.replaceAll('\n', ' ⏎ ')} />
      </span>
      <span role="cell" className={css.how} data-tone={words.tone}>
        {words.tier === null ? null : <TierBadge tier={words.tier} />}
        {words.how}
      </span>
    </>
  )
}
