// Resumes after the emergency stop: with the proof that was set up, else a second confirmation.
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { StepUpState } from '../../../contract/approval/step-up.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { setLiftOpen, setEmergencyStopDone, useUi } from '../../state/ui.ts'
import { useRead } from '../../state/use-read.ts'
import { ConfirmForm } from '../../ui/confirm-form.tsx'
import { Modal } from '../../ui/modal.tsx'
import { words } from '../frame/frame-text.ts'

const { emergencyStop } = words

export function ResumeDialog() {
  const wanted = useUi((ui) => ui.liftOpen)
  const stopped = useLive((live) => live.app?.stopped ?? null)
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={wanted && stopped !== null}
      onOpenChange={setLiftOpen}
      title={emergencyStop.liftTitle}
      closeLabel={emergencyStop.close}
      closeIcon={<X size={16} aria-hidden="true" />}
      initialFocus={first}
    >
      <Body first={first} />
    </Modal>
  )
}

function Body({ first }: { readonly first: React.RefObject<HTMLButtonElement | null> }) {
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

  const go = (): void => {
    if (needsProof || second) void lift()
    else setSecond(true)
  }
  return (
    <ConfirmForm
      proof={needsProof ? { label: emergencyStop.proof, value: typed, onChange: setTyped } : null}
      trouble={error}
      back={emergencyStop.stay}
      backRef={first}
      go={needsProof || second ? emergencyStop.sure : emergencyStop.next}
      ready={stepUp.value !== null && (!needsProof || typed !== '')}
      onBack={() => setLiftOpen(false)}
      onGo={go}
    >
      <p>{emergencyStop.effect}</p>
    </ConfirmForm>
  )
}

const proofOf = (typed: string, stepUp: StepUpState | null) =>
  stepUp?.totp === true && /^\d{6}$/.test(typed)
    ? ({ kind: 'totp', code: typed } as const)
    : ({ kind: 'passphrase', passphrase: typed } as const)
