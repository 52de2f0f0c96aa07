import { SideHead } from '../../../ui/lists/side-list.tsx'
import css from '../approvals-screen.module.css'
import { strings } from '../strings.ts'

/** Which calls the list has: those that wait, or those that were answered. */
export type QueueSide = 'waiting' | 'answered'

type Props = {
  readonly side: QueueSide
  readonly waiting: number
  change(side: QueueSide): void
}

export function QueueHead({ side, waiting, change }: Props) {
  return (
    <SideHead className={css.listHead}>
      <h1>{strings.title}</h1>
      <div className={css.sides} role="group" aria-label={strings.sides}>
        {(['waiting', 'answered'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={side === each}
            onClick={() => change(each)}
          >
            {each === 'waiting' ? strings.waitingN(waiting) : strings.history}
          </button>
        ))}
      </div>
    </SideHead>
  )
}
