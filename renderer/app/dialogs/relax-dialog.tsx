// Before anything is loosened: what it is, in main's own sentences, and a second word or the proof
// that was set up.
import { ShieldAlert, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import { useAsked } from '../../state/relaxation.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { words as frame } from '../frame/frame-text.ts'
import css from './frame-dialog.module.css'
import { ProofInput } from './proof-input.tsx'

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
      ...(proves ? { proof: proofOf(typed) } : {}),
    })
    setBusy(false)
    setError(left)
    if (left !== null) setTyped('')
  }
  return (
    <form
      className={css.body}
      onSubmit={(event) => {
        event.preventDefault()
        void notify()
      }}
    >
      <Notice tone="warn" icon={<ShieldAlert size={16} aria-hidden="true" />}>
        <b>{words.relaxations}</b>
        <ul className={css.list}>
          {relaxations.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Notice>
      {proves ? (
        <ProofInput ref={first} label={words.proof} value={typed} onChange={setTyped} />
      ) : null}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <div className={css.actions}>
        <Button ref={proves ? undefined : first} type="button" onClick={confirmation.keep}>
          {words.keep}
        </Button>
        <Button
          type="submit"
          tone="strong"
          disabled={busy || (proves && typed === '')}
          focusableWhenDisabled
        >
          {words.sure}
        </Button>
      </div>
    </form>
  )
}

const proofOf = (typed: string) =>
  /^\d{6}$/.test(typed)
    ? ({ kind: 'totp', code: typed } as const)
    : ({ kind: 'passphrase', passphrase: typed } as const)
