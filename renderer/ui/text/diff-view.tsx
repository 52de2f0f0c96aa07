// What a change does to one text, line by line. Shows every changed line; only unchanged ones are
// folded away, and said so.
import { diffLines } from 'diff'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import css from './diff-view.module.css'
import { type DiffRow, diffRows } from './diff-rows.ts'
import { Exact } from './exact-text.tsx'

type Props = {
  readonly before: string | null
  readonly after: string
  readonly label: string
  readonly sameWords: (lines: number) => string
  /**
   * What is to be said of lines of `after`, by their place from 0. Such a line is never folded
   * away.
   */
  readonly notes?: ReadonlyMap<number, readonly string[]>
  /** Draw unchanged lines too. */
  readonly whole?: boolean
}

const marks: Readonly<Record<'add' | 'del' | 'same', string>> = { add: '+', del: '−', same: ' ' }

const none: ReadonlyMap<number, readonly string[]> = new Map()

export function DiffView({ before, after, label, sameWords, notes = none, whole = false }: Props) {
  const rows = useMemo(
    () => diffRows(diffLines(before ?? '', after), (line) => whole || notes.has(line - 1)),
    [before, after, notes, whole],
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
    <div className={css.diff} role="group" aria-label={label} tabIndex={0}>
      <div className={css.rows}>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <DiffLine key={index} row={row} sameWords={sameWords} notes={notes} />
        ))}
      </div>
    </div>
  )
}

function DiffLine({
  row,
  sameWords,
  notes,
}: Required<Pick<Props, 'sameWords' | 'notes'>> & { readonly row: DiffRow }) {
  if (row.kind === 'skip') return <div className={css.skip}>{sameWords(row.lines)}</div>
  const said = row.kind === 'del' ? [] : (notes.get(row.number - 1) ?? [])
  return (
    <>
      <div className={css.line} data-kind={row.kind}>
        <span className={css.number} aria-hidden="true">
          {row.number}
        </span>
        <span className={css.mark}>{marks[row.kind]}</span>
        <span className={css.text}>
          <Exact text={row.text} prose />
        </span>
      </div>
      {said.map((text) => (
        <p key={text} className={css.note}>
          <TriangleAlert size={13} aria-hidden="true" />
          <span>{text}</span>
        </p>
      ))}
    </>
  )
}
