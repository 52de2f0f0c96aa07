// Whether an approval can be taken back afterwards, said before it is given.
import { CircleSlash, Undo2 } from 'lucide-react'
import type { UndoForecast } from '../../../../contract/call/undo.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import css from './approval-card.module.css'

export function UndoLine({ undo }: { readonly undo: UndoForecast | null }) {
  if (undo === null) return null
  return (
    <p className={css.undo} data-kind={undo.kind}>
      {undo.kind === 'none' ? (
        <CircleSlash size={16} aria-hidden="true" />
      ) : (
        <Undo2 size={16} aria-hidden="true" />
      )}
      <span>
        <Exact text={undo.text} />
      </span>
    </p>
  )
}
