// The way back after everything was stopped: with the proof that was set up, else a second
// confirmation.
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { StepUpState } from '../../../contract/approval/step-up.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { setLiftOpen, setEmergencyStopDone, useUi } from '../../state/ui.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { words } from '../frame/frame-text.ts'
import css from './frame-dialog.module.css'
import { ProofInput } from './proof-input.tsx'

const { emergencyStop } = words

export function ResumeDialog() {
  const wanted = useUi((ui) => ui.liftOpen)
  const stopped = useLive((live) => live.app?.stopped ?? null)
  return (
    <Modal
      open={wanted && stopped !== null}
      onOpenChange={setLiftOpen}
      title={emergencyStop.liftTitle}
      closeLabel={emergencyStop.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      <Body />
    </Modal>
  )
}

function Body() {
  const bridge = useBridge()
  const stepUp = useRead(bridge, 'step-up.state', {})
  const [typed, setTyped] = useState('')
  const [second, setSecond] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const needsProof = stepUp.value !== null && (stepUp.value.passphrase || stepUp.value.totp)

  const lift = async (): Promise<void> => {
    const proof = needsProof ? { proof: proofOf(typed, stepUp.value) } : {}
    const result = await bridge.call('emergency-stop.resume', { confirmed: true, ...proof })
    setError(result.ok ? null : result.error)
    if (!result.ok) return
    setEmergencyStopDone(null)
    setLiftOpen(false)
  }

  return (
    <form
      className={css.body}
      onSubmit={(event) => {
        event.preventDefault()
        if (stepUp.value === null) return
        if (needsProof || second) void lift()
        else setSecond(true)
      }}
    >
      <p>{emergencyStop.effect}</p>
      {needsProof ? (
        <ProofInput label={emergencyStop.proof} value={typed} onChange={setTyped} />
      ) : null}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <div className={css.actions}>
        <Button type="button" autoFocus onClick={() => setLiftOpen(false)}>
          {emergencyStop.stay}
        </Button>
        <Button
          type="submit"
          tone="strong"
          disabled={stepUp.value === null || (needsProof && typed === '')}
        >
          {needsProof || second ? emergencyStop.sure : emergencyStop.next}
        </Button>
      </div>
    </form>
  )
}

const proofOf = (typed: string, stepUp: StepUpState | null) =>
  stepUp?.totp === true && /^\d{6}$/.test(typed)
    ? ({ kind: 'totp', code: typed } as const)
    : ({ kind: 'passphrase', passphrase: typed } as const)
