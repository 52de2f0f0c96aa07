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

const words = frame.loosen

export function RelaxDialog() {
  const question = useAsked(({ asked }) => asked[0] ?? null)
  const first = useRef<HTMLButtonElement & HTMLInputElement>(null)
  return (
    <Modal
      open={question !== null}
      onOpenChange={(open) => !open && question?.keep()}
      title={words.title}
      closeLabel={words.keep}
      closeIcon={<X size={16} aria-hidden="true" />}
      initialFocus={first}
    >
      <Body key={question?.freer.join('\n')} first={first} />
    </Modal>
  )
}

function Body({
  first,
}: {
  readonly first: React.RefObject<(HTMLButtonElement & HTMLInputElement) | null>
}) {
  const question = useAsked(({ asked }) => asked[0] ?? null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  if (question === null) return null
  const { proves, freer } = question

  const tell = async (): Promise<void> => {
    if (busy || (proves && typed === '')) return
    setBusy(true)
    const left = await question.tell({
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
        void tell()
      }}
    >
      <Notice tone="warn" icon={<ShieldAlert size={16} aria-hidden="true" />}>
        <b>{words.freer}</b>
        <ul className={css.list}>
          {freer.map((text) => (
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
        <Button ref={proves ? undefined : first} type="button" onClick={question.keep}>
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
