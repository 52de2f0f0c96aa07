// Puts a host on the allowlist from where it is missed: on the card of a held call, which goes on
// waiting, and at a call that was blocked for it. What becomes looser is said first.
import { Globe, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { AllowedHost } from '../../../../contract/policy/allowed-host.ts'
import type { PolicyComparison } from '../../../../contract/policy/policy-file.ts'
import type { CanonicalTouchOf } from '../../../../contract/call/touch.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { typedProof } from '../../../state/typed-proof.ts'
import { ConfirmForm } from '../../../ui/confirm-form.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Notice } from '../../../ui/panel.tsx'
import css from './allow-host.module.css'
import { strings } from '../strings.ts'

const { allowHost: words } = strings

type Props = { readonly touch: Pick<CanonicalTouchOf<'net.fetch'>, 'url' | 'host' | 'method'> }

/** As the allowlist writes it: a name alone is for looking only. */
export function entryFor({ url, host, method }: Props['touch']): AllowedHost {
  const at = URL.canParse(url) ? new URL(url) : null
  const name = at === null ? host : `${at.protocol === 'http:' ? 'http://' : ''}${at.host}`
  return method === 'GET' || method === 'HEAD'
    ? name
    : { host: name, methods: [method], maxBytes: 1_048_576 }
}

export function AllowHost({ touch }: Props) {
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState(false)
  const first = useRef<HTMLButtonElement>(null)
  return (
    <>
      {done ? (
        <span role="status" className={css.done}>
          {words.done}
        </span>
      ) : (
        <button type="button" className={css.link} onClick={() => setOpen(true)}>
          {words.open}
        </button>
      )}
      <Modal
        open={open}
        onOpenChange={setOpen}
        title={words.title(touch.host)}
        closeLabel={words.cancel}
        closeIcon={<X size={16} aria-hidden="true" />}
        initialFocus={first}
      >
        {open ? (
          <Body
            touch={touch}
            first={first}
            close={(saved) => {
              setOpen(false)
              setDone(saved)
            }}
          />
        ) : null}
      </Modal>
    </>
  )
}

type Prepared = {
  readonly text: string
  readonly hash: string
  readonly compared: PolicyComparison
}

function Body({
  touch,
  first,
  close,
}: Props & {
  readonly first: React.RefObject<HTMLButtonElement | null>
  close(saved: boolean): void
}) {
  const bridge = useBridge()
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let here = true
    const prepare = async (): Promise<void> => {
      const overview = await bridge.call('policy.overview', {})
      if (!overview.ok) return setError(overview.error)
      const edit = { kind: 'add-host', entry: entryFor(touch) } as const
      const edited = await bridge.call('policy.edit', { text: overview.value.text, edit })
      if (!edited.ok) return setError(edited.error)
      const { text } = edited.value
      const compared = await bridge.call('policy.compare', { text })
      if (!here) return
      if (!compared.ok) return setError(compared.error)
      setPrepared({ text, hash: overview.value.textHash, compared: compared.value })
    }
    void prepare()
    return () => {
      here = false
    }
  }, [bridge, touch])
  const proves = prepared?.compared.requires === 'proof'
  const ready = prepared !== null && !busy && (!proves || typed !== '')
  const save = async (): Promise<void> => {
    if (!ready) return
    setBusy(true)
    const written = await bridge.call('policy.write', {
      text: prepared.text,
      expectedHash: prepared.hash,
      confirmed: true,
      ...(proves ? { proof: typedProof(typed) } : {}),
    })
    setBusy(false)
    setTyped('')
    if (written.ok) close(true)
    else setError(written.error)
  }
  return (
    <ConfirmForm
      proof={proves ? { label: strings.proof, value: typed, onChange: setTyped } : null}
      trouble={error}
      back={words.cancel}
      backRef={first}
      go={words.save}
      ready={ready}
      onBack={() => close(false)}
      onGo={() => void save()}
    >
      <p>{words.text(touch.method, touch.host)}</p>
      {prepared === null || prepared.compared.relaxes.length === 0 ? null : (
        <Notice tone="warn" icon={<Globe size={16} aria-hidden="true" />}>
          <ul>
            {prepared.compared.relaxes.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
    </ConfirmForm>
  )
}
