// Before anything is loosened: what it is, in main's own sentences, and a confirmation or the proof
// that was set up.
import { ShieldAlert, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import { useAsked } from '../../state/relaxation.ts'
import { typedProof } from '../../state/typed-proof.ts'
import { ConfirmForm } from '../../ui/confirm-form.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice } from '../../ui/panel.tsx'
import { words as frame } from '../frame/frame-text.ts'

const words = frame.relax

export function RelaxDialog() {
  const confirmation = useAsked(({ asked }) => asked[0] ?? null)
  const first = useRef<HTMLButtonElement & HTMLInputElement>(null)
  return (
    <Modal
      open={confirmation !== null}
      onOpenChange={(open) => !open && confirmation?.keep()}
      title={words.title}
      closeLabel={words.keep}
      closeIcon={<X size={16} aria-hidden="true" />}
      initialFocus={first}
    >
      <Body key={confirmation?.relaxations.join('\n')} first={first} />
    </Modal>
  )
}

function Body({
  first,
}: {
  readonly first: React.RefObject<(HTMLButtonElement & HTMLInputElement) | null>
}) {
  const confirmation = useAsked(({ asked }) => asked[0] ?? null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  if (confirmation === null) return null
  const { proves, relaxations } = confirmation

  const notify = async (): Promise<void> => {
    if (busy || (proves && typed === '')) return
    setBusy(true)
    const left = await confirmation.notify({
      confirmed: true,
      ...(proves ? { proof: typedProof(typed) } : {}),
    })
    setBusy(false)
    setError(left)
    if (left !== null) setTyped('')
  }
  return (
    <ConfirmForm
      proof={proves ? { label: words.proof, value: typed, ref: first, onChange: setTyped } : null}
      trouble={error}
      back={words.keep}
      backRef={proves ? undefined : first}
      go={words.sure}
      ready={!busy && (!proves || typed !== '')}
      onBack={confirmation.keep}
      onGo={() => void notify()}
    >
      <Notice tone="warn" icon={<ShieldAlert size={16} aria-hidden="true" />}>
        <b>{words.relaxations}</b>
        <ul>
          {relaxations.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Notice>
    </ConfirmForm>
  )
}
