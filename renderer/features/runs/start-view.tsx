// Where a run begins, and what a newcomer sees first.
import { ShieldQuestionMark } from 'lucide-react'
import { useLive } from '../../state/live-store.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Composer } from './composer.tsx'
import css from './run-view.module.css'
import { strings } from './strings.ts'

export function StartView({ onStarted }: { onStarted(id: string): void }) {
  const bridge = useBridge()
  const manual = useLive((live) => live.app?.model.provider === 'manual')
  return (
    <section className={css.start} aria-labelledby="start-title">
      <div className={css.startInner}>
        <div className={css.startHead}>
          <ShieldQuestionMark size={26} strokeWidth={1.6} aria-hidden="true" />
          <h1 id="start-title">{strings.startTitle}</h1>
          <p>{strings.startText}</p>
        </div>
        <Composer
          draftKey="new"
          manual={manual}
          placeholder={manual ? strings.placeholderManual : strings.placeholder}
          autoFocus
          onSend={async (message) => {
            const result = await bridge.call('runs.start', message)
            if (!result.ok) return result.error
            onStarted(result.value.id)
            return null
          }}
        />
        <ol className={css.steps}>
          {strings.steps.map((step, index) => (
            <li key={step.title}>
              <span className={css.stepNumber}>{index + 1}</span>
              <h2>{step.title}</h2>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
