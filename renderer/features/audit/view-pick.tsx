import css from './audit-screen.module.css'
import { strings } from './strings.ts'

/** What a row is: a call with all that came of it, or one event. */
export type View = 'calls' | 'events'

type Props = {
  readonly view: View
  /** The query can be answered with calls. */
  readonly fits: boolean
  onView(view: View): void
}

export function ViewPick({ view, fits, onView }: Props) {
  return (
    <div className={css.viewPick} role="group" aria-label={strings.calls.view}>
      {(['calls', 'events'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          aria-disabled={each === 'calls' && !fits}
          title={each === 'calls' && !fits ? strings.calls.eventsOnly : undefined}
          onClick={() => {
            if (each === 'events' || fits) onView(each)
          }}
        >
          {strings.calls.views[each]}
        </button>
      ))}
    </div>
  )
}
