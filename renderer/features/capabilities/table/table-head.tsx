// The head of the table of tools: how wide its columns are, and which one it is sorted by.
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo } from 'react'
import type { ToolView } from '../../../../contract/call/tool-table.ts'
import type { Column } from './columns.tsx'
import { strings } from '../strings.ts'
import css from './table.module.css'

type Props = {
  readonly columns: readonly Column[]
  readonly sort: ToolView['sort']
  onSort(sort: ToolView['sort']): void
}

function HeadOnce({ columns, sort, onSort }: Props) {
  return (
    <>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col
            key={id}
            style={id === 'name' ? undefined : { width: `calc(${width / 16}rem * var(--spread))` }}
          />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
    </>
  )
}
// Not drawn again for every step from row to row.
export const TableHead = memo(HeadOnce)

type HeadProps = {
  readonly column: Column
  readonly sort: ToolView['sort']
  onSort(sort: ToolView['sort']): void
}

/** Up, down, and back to the order they came in. */
function HeadCell({ column: { id, label, number = false }, sort, onSort }: HeadProps) {
  const way = sort?.column !== id ? 'none' : sort.down ? 'descending' : 'ascending'
  const next =
    way === 'none'
      ? { column: id, down: false }
      : way === 'ascending'
        ? { column: id, down: true }
        : null
  return (
    <th scope="col" aria-sort={way} data-number={number}>
      <button
        type="button"
        className={css.sort}
        title={strings.sortBy(label)}
        onClick={() => onSort(next)}
      >
        <span>{label}</span>
        {way === 'none' ? null : way === 'ascending' ? (
          <ArrowUp size={12} aria-hidden="true" />
        ) : (
          <ArrowDown size={12} aria-hidden="true" />
        )}
      </button>
    </th>
  )
}
