// What a change does to one text, line by line. Shows every changed line; only unchanged ones are folded away, and said so.
import { diffLines } from 'diff'
import { useMemo } from 'react'
import css from './diff-view.module.css'
import { type DiffRow, diffRows } from './diff-rows.ts'
import { Exact } from './exact-text.tsx'

type Props = {
  readonly before: string | null
  readonly after: string
  readonly label: string
  readonly sameWords: (lines: number) => string
}

const marks: Readonly<Record<'add' | 'del' | 'same', string>> = { add: '+', del: '−', same: ' ' }

export function DiffView({ before, after, label, sameWords }: Props) {
  const rows = useMemo(() => diffRows(diffLines(before ?? '', after)), [before, after])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.diff} role="group" aria-label={label} tabIndex={0}>
      <div className={css.rows}>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <DiffLine key={index} row={row} sameWords={sameWords} />
        ))}
      </div>
    </div>
  )
}

function DiffLine({ row, sameWords }: { readonly row: DiffRow; readonly sameWords: (lines: number) => string }) {
  if (row.kind === 'skip') return <div className={css.skip}>{sameWords(row.lines)}</div>
  return (
    <div className={css.line} data-kind={row.kind}>
      <span className={css.number} aria-hidden="true">
        {row.number}
      </span>
      <span className={css.mark}>{marks[row.kind]}</span>
      <span className={css.text}>
        <Exact text={row.text} />
      </span>
    </div>
  )
}
