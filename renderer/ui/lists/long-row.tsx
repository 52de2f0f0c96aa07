// One row of a long list. What is in it is lent to it.
import { memo, type ReactNode } from 'react'
import css from './long-list.module.css'

/** For the element of a row that takes the keys. */
export type Stop = { readonly tabIndex: number; readonly 'data-stop': true }
const stopOf = {
  active: { tabIndex: 0, 'data-stop': true },
  other: { tabIndex: -1, 'data-stop': true },
} as const

/**
 * A row is drawn again only when one of these is another one, so what makes its cells has to stay
 * the same function.
 */
export type LongRowProps<T> = {
  readonly row: T
  readonly index: number
  readonly top: number
  readonly active: boolean
  readonly chosen: boolean
  readonly rowClass: string | undefined
  renderCells(row: T, stop: Stop): ReactNode
}

function RowOnce<T>({ row, index, top, active, chosen, rowClass, renderCells }: LongRowProps<T>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-chosen={chosen}
      className={`${css.row} ${rowClass ?? ''}`}
      style={{ top }}
    >
      {renderCells(row, active ? stopOf.active : stopOf.other)}
    </div>
  )
}
// As it is typed, with what it is drawn with.
export const LongRow = memo(RowOnce) as typeof RowOnce
