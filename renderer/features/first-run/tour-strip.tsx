// The tour's own line below its run: where one is, what came of the last step, and the next one.
// The run itself is real.
import { Check, Compass, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Failure } from '../../../contract/failure.ts'
import type { Run, RunItem } from '../../../contract/agent/run.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { auditAddress, exactly } from '../../state/audit-address.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import css from './first-run.module.css'
import { strings } from './strings.ts'
import { TourNext } from './tour-next.tsx'
import {
  outcomeOf,
  progressOf,
  type Outcome,
  type Progress,
  type StepNumber,
} from './tour-progress.ts'

type Props = { readonly run: Run; readonly items: readonly RunItem[]; leave(): void }

export function TourStrip({ run, items, leave }: Props) {
  const bridge = useBridge()
  const [error, setError] = useState<Failure | null>(null)
  const [removed, setRemoved] = useState(false)
  const [explains, setExplains] = useState(false)
  const progress = progressOf(items)
  const tour = useRead(bridge, 'tour.state', {}, progress?.step === 3 ? run.updatedAt : 0)
  if (progress === null) return null
  const { step } = progress
  const outcome = outcomeOf(progress.state)
  const rests =
    run.state === 'idle' ||
    run.state === 'failed' ||
    run.state === 'stopped' ||
    run.state === 'interrupted'
  const take = async (next: StepNumber): Promise<void> => {
    const result = await bridge.call(
      'tour.step',
      next === 1 ? { step: 1 } : { step: next, id: run.id },
    )
    setError(result.ok ? null : result.error)
  }
  const remove = async (): Promise<void> => {
    const result = await bridge.call('tour.remove', {})
    setError(result.ok ? null : result.error)
    if (result.ok) setRemoved(true)
  }
  const over = rests && outcome !== 'judging' && outcome !== 'running' && outcome !== 'held'
  return (
    <section className={css.strip} aria-label={strings.strip}>
      <div className={css.stripHead}>
        <Compass size={15} aria-hidden="true" />
        <h2>
          {strings.stepOf(step)}: {strings.steps[step].title}
        </h2>
        <Steps at={step} over={over} />
        <Button
          size="small"
          className={css.explain}
          aria-haspopup="dialog"
          onClick={() => setExplains(true)}
        >
          {strings.explain}
        </Button>
        <Button size="small" tone="quiet" onClick={leave}>
          {strings.leave}
        </Button>
      </div>
      <p className={css.told} role="status">
        <Description progress={progress} outcome={outcome} />
      </p>
      <Modal
        open={explains}
        onOpenChange={setExplains}
        title={`${strings.stepOf(step)}: ${strings.steps[step].title}`}
        closeLabel={strings.close}
        closeIcon={<X size={16} aria-hidden="true" />}
      >
        <p className={css.explained}>
          <Description progress={progress} outcome={outcome} />
        </p>
      </Modal>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {removed ? <p role="status">{strings.tourRemoved}</p> : null}
      {over ? (
        <div className={css.row}>
          {step === 3 ? (
            <>
              {tour.value?.there === true && !removed ? (
                <Button size="small" onClick={() => void remove()}>
                  {strings.tourRemove}
                </Button>
              ) : null}
              <TourNext onClick={leave}>{strings.newRun}</TourNext>
            </>
          ) : outcome === 'cancelled' && step === 2 ? (
            <TourNext onClick={() => void take(2)}>{strings.again}</TourNext>
          ) : (
            <TourNext onClick={() => void take(step === 1 ? 2 : 3)}>
              {strings.steps[step === 1 ? 2 : 3].next}
            </TourNext>
          )}
          <Link href={auditAddress(exactly('run', run.id))} className={css.link}>
            {strings.journal}
          </Link>
        </div>
      ) : null}
    </section>
  )
}

function Steps({ at, over }: { readonly at: StepNumber; readonly over: boolean }) {
  return (
    <ol className={css.marks} aria-hidden="true">
      {([1, 2, 3] as const).map((step) => (
        <li
          key={step}
          data-state={step < at || (step === at && over) ? 'done' : step === at ? 'now' : 'next'}
        >
          {step < at || (step === at && over) ? <Check size={11} /> : step}
        </li>
      ))}
    </ol>
  )
}

function Description({
  progress: { step, state },
  outcome,
}: {
  readonly progress: Progress
  readonly outcome: Outcome
}) {
  const result = state?.kind === 'ended' ? state.result : null
  const tier = result?.decision?.tier ?? 'R1'
  const reason = result?.error?.text ?? ''
  const words: Readonly<Record<Outcome, string>> = {
    judging: `${strings.steps[step].before} ${strings.judging}`,
    held: strings.steps[2].before,
    running: strings.running,
    allowed: step === 1 ? strings.allowed(tier) : strings.allowedOther(tier),
    'held-yes': strings.heldApprove,
    'held-no': strings.heldNo,
    'held-late': strings.heldLate,
    stopped: strings.stopped,
    refused: `${strings.refused} ${reason}`,
    cancelled: strings.cancelled,
    failed: `${strings.failed} ${reason}`,
  }
  return (
    <>
      {words[outcome]}
      {step === 3 && outcome === 'stopped' ? ` ${strings.done}` : ''}
    </>
  )
}
