// Stored credentials: which store keeps them, whether it is open, and what is in it. A value is
// never shown, for none ever arrives here.
import { KeyRound, Lock, LockOpen, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Credential, SecretsState } from '../../../../contract/credential.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { CredentialForm } from './credential-form.tsx'
import { CredentialList } from './credential-list.tsx'
import css from './credentials.module.css'
import { SettingsPart } from '../settings-part.tsx'
import shared from '../settings-screen.module.css'
import { StoreLock } from './store-lock.tsx'
import { strings } from '../strings.ts'

const words = strings.credentials

export function CredentialsSection() {
  const bridge = useBridge()
  // Another window or the command line may change it: each change is a row of the journal.
  const rows = useLive((live) => live.journalSeq)
  const state = useRead(bridge, 'secrets.state', {}, rows)
  const list = useRead(bridge, 'secrets.list', {}, rows)
  const [form, setForm] = useState<'closed' | 'new' | Credential>('closed')
  const [said, setSaid] = useState('')
  const adder = useRef<HTMLButtonElement>(null)
  const changed = (text: string): void => {
    setSaid(text)
    state.reload()
    list.reload()
  }
  const closeForm = (): void => {
    setForm('closed')
    requestAnimationFrame(() => adder.current?.focus())
  }
  const store = state.value
  const error = state.error ?? list.error
  const mayChange = store?.kind === 'open' || store?.kind === 'none'
  return (
    <SettingsPart topic="credentials" title={words.title} text={words.text}>
      {error === null ? null : (
        <Notice tone="bad">
          <TroubleText {...error} />
        </Notice>
      )}
      {store === null ? null : (
        <>
          <StoreLine store={store} />
          {store.kind === 'broken' || store.problem !== null ? (
            <Notice tone="bad" icon={<TriangleAlert size={16} aria-hidden="true" />}>
              {store.problem}
            </Notice>
          ) : null}
          {store.kind === 'locked' || store.kind === 'open' ? (
            <StoreLock store={store} changed={changed} />
          ) : null}
          {(list.value ?? []).length === 0 ? null : (
            <CredentialList
              credentials={list.value ?? []}
              mayChange={store.kind === 'open'}
              replace={setForm}
              changed={changed}
            />
          )}
          {!mayChange ? null : form === 'closed' ? (
            <div className={css.acts}>
              <Button
                ref={adder}
                size="small"
                icon={<KeyRound size={14} aria-hidden="true" />}
                onClick={() => setForm('new')}
              >
                {words.add}
              </Button>
            </div>
          ) : (
            <CredentialForm
              key={form === 'new' ? '' : form.name}
              was={form === 'new' ? null : form}
              first={store.kind === 'none'}
              close={closeForm}
              stored={(name) => {
                closeForm()
                changed(words.stored(name))
              }}
            />
          )}
          <p role="status" className={shared.saved}>
            {said}
          </p>
        </>
      )}
    </SettingsPart>
  )
}

function StoreLine({ store }: { readonly store: SecretsState }) {
  const Icon = store.kind === 'open' ? LockOpen : store.kind === 'broken' ? TriangleAlert : Lock
  return (
    <div className={css.store} data-kind={store.kind}>
      <Icon size={16} aria-hidden="true" />
      <div>
        <p>
          <b>{words.kinds[store.kind]}</b>
          {store.count === 0 ? null : ` · ${words.count(store.count)}`}
          {store.storedBy === null ? null : ` · ${words.storedBy[store.storedBy]}`}
        </p>
        <p className={shared.hint}>{store.text}</p>
      </div>
    </div>
  )
}
