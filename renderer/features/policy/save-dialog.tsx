// Before a text takes the place of the file: what changes line by line, what becomes looser, and
// what it takes to confirm.
import { ShieldAlert, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { PolicyOverview } from '../../../contract/policy/policy-file.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { typedProof } from '../../state/typed-proof.ts'
import { ConfirmForm } from '../../ui/confirm-form.tsx'
import { DiffView } from '../../ui/text/diff-view.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice } from '../../ui/panel.tsx'
import css from './policy.module.css'
import { strings } from './strings.ts'

const { save: words } = strings

type Props = {
  readonly before: string
  readonly after: string
  readonly expectedHash: string
  onSaved(overview: PolicyOverview, backup: string | null): void
  onClose(): void
  /** The file is not what it was: the one who opened this shows both. */
  onConflict?(): void
}

export function SaveDialog(props: Props) {
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open
      wide
      initialFocus={stay}
      onOpenChange={(open) => !open && props.onClose()}
      title={words.title}
      closeLabel={words.cancel}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      <Body {...props} stay={stay} />
    </Modal>
  )
}

function Body({
  before,
  after,
  expectedHash,
  onSaved,
  onClose,
  onConflict,
  stay,
}: Props & { readonly stay: React.RefObject<HTMLButtonElement | null> }) {
  const bridge = useBridge()
  const compared = useRead(bridge, 'policy.compare', { text: after })
  const [typed, setTyped] = useState('')
  const [second, setSecond] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const { value } = compared
  const relaxations = value?.relaxes ?? []
  const barred = value === null || value.removedStops.length > 0
  const failure = error ?? compared.error

  const save = async (): Promise<void> => {
    if (value === null || barred || busy) return
    if (value.requires === 'confirmation' && !second) return setSecond(true)
    setBusy(true)
    const proof = value.requires === 'proof' ? { proof: typedProof(typed) } : {}
    const written = await bridge.call('policy.write', {
      text: after,
      expectedHash,
      confirmed: second,
      ...proof,
    })
    setBusy(false)
    if (written.ok) return onSaved(written.value.overview, written.value.backup)
    if (written.error.code === 'config.changed') onConflict?.()
    setError(written.error)
  }

  return (
    <ConfirmForm
      proof={
        value?.requires === 'proof' && !barred
          ? { label: words.proof, value: typed, onChange: setTyped }
          : null
      }
      trouble={failure}
      back={words.cancel}
      backRef={stay}
      go={relaxations.length === 0 ? words.save : second ? words.sure : words.saveRelaxed}
      ready={!barred && !busy && before !== after && (value.requires !== 'proof' || typed !== '')}
      onBack={onClose}
      onGo={() => void save()}
    >
      {before === after ? (
        <p>{words.nothing}</p>
      ) : (
        <DiffView before={before} after={after} label={words.diff} sameWords={words.same} />
      )}
      <div role="status" className={css.saveSaid}>
        {value === null ? (
          compared.error === null ? (
            words.comparing
          ) : null
        ) : value.removedStops.length > 0 ? (
          <Notice tone="bad">
            <b>{words.removedStops}</b>{' '}
            {value.removedStops.map((path) => (
              <code key={path}>{path} </code>
            ))}
            <p>{words.unstoppedHint}</p>
          </Notice>
        ) : relaxations.length === 0 ? (
          <p className={css.quiet}>{words.stricter}</p>
        ) : (
          <Notice tone="warn" icon={<ShieldAlert size={16} aria-hidden="true" />}>
            <b>{words.relaxations}</b>
            <ul>
              {relaxations.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
    </ConfirmForm>
  )
}
