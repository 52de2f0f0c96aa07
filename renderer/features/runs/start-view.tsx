// Where a run begins, and what a newcomer sees first.
import type { ReactNode } from 'react'
import { TOUR_AGENT } from '../../../contract/agent/tour-steps.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { useWhileHere } from '../../state/use-while-here.ts'
import { Composer } from './composer/composer.tsx'
import css from './run-view.module.css'
import { strings } from './strings.ts'

/** More tours than this in a row are no newcomer's. */
const FEW = 10

/**
 * `welcome`: shown until the person has a run of their own. `writes`: they asked for a new
 * run.
 */
export function StartView({
  onStarted,
  welcome,
  writes,
}: {
  readonly writes: boolean
  onStarted(id: string): void
  welcome(): ReactNode
}) {
  const bridge = useBridge()
  const started = useWhileHere(onStarted)
  const read = useRead(bridge, 'runs.list', { limit: FEW })
  const runs = read.value
  // Not drawn before: the field would move under the hand.
  const known = runs !== null || read.error !== null
  const fresh = runs !== null && runs.every(({ agent }) => agent === TOUR_AGENT)
  const manual = useLive((live) => live.app?.model.provider === 'manual')
  return (
    <section className={css.start} data-fresh={fresh} aria-labelledby="start-title">
      <div className={css.startInner}>
        <div className={css.startHead}>
          <h1 id="start-title">{fresh ? strings.firstTitle : strings.startTitle}</h1>
          <p>{fresh ? strings.firstText : strings.startText}</p>
        </div>
        {fresh ? welcome() : null}
        {known ? (
          <Composer
            draftKey="new"
            manual={manual}
            placeholder={manual ? strings.placeholderManual : strings.placeholder}
            // A newcomer looks around first, and what has the focus is scrolled into view.
            autoFocus={writes || !fresh}
            onSend={async (message) => {
              const result = await bridge.call('runs.start', message)
              if (!result.ok) return result.error
              started(result.value.id)
              return null
            }}
          />
        ) : null}
        {runs === null || fresh ? null : <Steps />}
      </div>
    </section>
  )
}

function Steps() {
  return (
    <ol className={css.steps}>
      {strings.steps.map((step, index) => (
        <li key={step.title}>
          <span className={css.stepNumber}>{index + 1}</span>
          <h2>{step.title}</h2>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
  )
}
