// Begins the tour, or leads back to the one that was begun.
import { Compass } from 'lucide-react'
import { useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { useWhileHere } from '../../state/use-while-here.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import css from './first-run.module.css'
import { strings } from './strings.ts'

/** `folder`: says where the demo folder lies too, and removes it. */
export function StartTour({
  open,
  folder = false,
}: {
  open(runId: string): void
  readonly folder?: boolean
}) {
  const bridge = useBridge()
  const openIfHere = useWhileHere(open)
  const tour = useRead(bridge, 'tour.state', {})
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const [removed, setRemoved] = useState(false)
  const started = tour.value?.run ?? null
  const start = async (): Promise<void> => {
    setBusy(true)
    const result = await bridge.call('tour.step', { step: 1 })
    setBusy(false)
    setError(result.ok ? null : result.error)
    if (result.ok) openIfHere(result.value.id)
  }
  const remove = async (): Promise<void> => {
    const result = await bridge.call('tour.remove', {})
    setError(result.ok ? null : result.error)
    setRemoved(result.ok)
    tour.reload()
  }
  return (
    <div className={css.models}>
      <div className={css.row}>
        <Button
          size="small"
          tone={started === null && folder ? 'strong' : 'plain'}
          icon={<Compass size={14} aria-hidden="true" />}
          disabled={busy}
          focusableWhenDisabled
          onClick={() => void start()}
        >
          {started === null ? strings.tourStart : strings.tourAgain}
        </Button>
        {started === null ? null : (
          <Button size="small" onClick={() => open(started.id)}>
            {strings.tourOpen}
          </Button>
        )}
      </div>
      {folder && tour.value?.there === true ? (
        <p className={css.text}>
          {strings.tourFolder}: <code>{tour.value.folder}</code>
        </p>
      ) : null}
      {folder && tour.value?.there === true ? (
        <div className={css.row}>
          <Button size="small" onClick={() => void remove()}>
            {strings.tourRemove}
          </Button>
        </div>
      ) : null}
      <p role="status" className={css.text}>
        {removed ? strings.tourRemoved : ''}
      </p>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
    </div>
  )
}
