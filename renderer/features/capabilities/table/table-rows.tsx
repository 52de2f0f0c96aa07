// The rows of the table of tools and of its groups.
import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo } from 'react'
import type { ColumnId } from './arrange.ts'
import { columnOf } from './columns.tsx'
import css from './table.module.css'
import type { ToolRow } from '../tool-row.ts'

type GroupProps = {
  readonly index: number
  readonly span: number
  readonly title: string
  readonly open: boolean
  readonly reachable: boolean
  onFold(): void
}

export function GroupRow({ index, span, title, open, reachable, onFold }: GroupProps) {
  const Icon = open ? ChevronDown : ChevronRight
  return (
    <tr className={css.groupRow} aria-rowindex={index + 2} data-index={index}>
      <th scope="colgroup" colSpan={span}>
        <button type="button" tabIndex={reachable ? 0 : -1} aria-expanded={open} onClick={onFold}>
          <Icon size={14} aria-hidden="true" />
          {title}
        </button>
      </th>
    </tr>
  )
}

type LineProps = {
  readonly index: number
  readonly row: ToolRow
  readonly columns: readonly ColumnId[]
  /** As it is shown here: without the prefix of its server where that is above. */
  readonly name: string
  readonly chosen: boolean
  readonly reachable: boolean
  onChoose(byKey: boolean): void
}

/**
 * Drawn again only when something of its own changed: a table of these is what typing in the filter
 * waits for.
 */
export const ToolLine = memo(
  function ToolLine({ index, row, columns, name, chosen, reachable, onChoose }: LineProps) {
    const whole = row.tool.name
    return (
      // The row is a larger target for the mouse; keys use the button in it.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
      <tr
        aria-rowindex={index + 2}
        data-index={index}
        data-chosen={chosen}
        data-quiet={row.state !== 'ready'}
        onClick={(event) => {
          // A press of Enter on the button is a click without a pointer.
          onChoose(event.detail === 0)
        }}
      >
        {columns.map((id) => {
          const { cell, number = false } = columnOf(id)
          return id === 'name' ? (
            <th key={id} scope="row">
              <button
                type="button"
                className={css.open}
                title={whole}
                aria-label={whole}
                tabIndex={reachable ? 0 : -1}
                data-tool={whole}
                aria-expanded={chosen}
              >
                {name}
              </button>
            </th>
          ) : (
            <td key={id} data-number={number}>
              {cell(row)}
            </td>
          )
        })}
      </tr>
    )
  },
  (before, now) =>
    before.row === now.row &&
    before.index === now.index &&
    before.name === now.name &&
    before.columns === now.columns &&
    before.chosen === now.chosen &&
    before.reachable === now.reachable,
)
