// What is below a transcript: open terminals, the tour's line, and the message field. In a window with
// little height the field gives way to a call that waits in the tour, until it is wanted.
import { PencilLine } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Run, RunItem } from '../../../contract/agent/run.ts'
import { useUi } from '../../state/ui.ts'
import { IconButton } from '../../ui/button.tsx'
import css from './run-foot.module.css'
import type { RenderSlots } from './render-slots.ts'
import { strings } from './strings.ts'

type Props = {
  readonly run: Run
  readonly items: readonly RunItem[]
  readonly slots: RenderSlots
  /** The message field. */
  readonly children: ReactNode
}

export function RunFoot({ run, items, slots, children }: Props) {
  const field = useRef<HTMLDivElement>(null)
  const written = useUi(
    ({ drafts, attached }) => (drafts[run.id] ?? '') !== '' || (attached[run.id] ?? []).length > 0,
  )
  const tour = slots.tour(run, items)
  const folds = tour !== null && run.state === 'waiting' && !written
  return (
    <div className={css.foot} data-folds={folds}>
      {slots.terminals(run)}
      <div className={css.line}>
        {tour}
        {folds ? (
          <IconButton
            label={strings.write}
            className={css.write}
            onClick={() => field.current?.querySelector('textarea')?.focus()}
          >
            <PencilLine size={15} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {/* Hidden by its size only: whatever gives it the focus brings it back. */}
      <div className={css.message} ref={field}>
        {children}
      </div>
    </div>
  )
}
