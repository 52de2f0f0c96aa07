// Opens and closes the credential store. The passphrase goes to main and is forgotten.
import { useState } from 'react'
import type { SecretsState } from '../../../../contract/credential.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import css from './credentials.module.css'
import { SecretField } from '../secret-field.tsx'
import { strings } from '../strings.ts'

const words = strings.credentials

export function StoreLock({
  store,
  changed,
}: {
  readonly store: SecretsState
  changed(said: string): void
}) {
  const bridge = useBridge()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const withPassphrase = store.storedBy !== 'system'
  const unlock = async (): Promise<void> => {
    if (busy || (withPassphrase && typed === '')) return
    setBusy(true)
    const result = await bridge.call('secrets.unlock', withPassphrase ? { passphrase: typed } : {})
    setBusy(false)
    setTyped('')
    setError(result.ok ? null : result.error)
    if (result.ok) changed(words.opened)
  }
  const lock = async (): Promise<void> => {
    const result = await bridge.call('secrets.lock', {})
    setError(result.ok ? null : result.error)
    if (result.ok) changed(words.locked)
  }
  const failed =
    error === null ? null : (
      <Notice tone="bad" alert>
        <TroubleText {...error} />
      </Notice>
    )
  if (store.kind === 'open') {
    return (
      <div className={css.acts}>
        <Button size="small" onClick={() => void lock()}>
          {words.lock}
        </Button>
        {failed}
      </div>
    )
  }
  if (!withPassphrase) {
    return (
      <div className={css.acts}>
        <Button size="small" aria-disabled={busy} onClick={() => void unlock()}>
          {words.unlockSystem}
        </Button>
        {failed}
      </div>
    )
  }
  return (
    <SecretField
      label={words.passphrase}
      value={typed}
      error={error}
      onChange={(text) => {
        setTyped(text)
        setError(null)
      }}
      onEnter={() => void unlock()}
    >
      <Button size="small" aria-disabled={typed === '' || busy} onClick={() => void unlock()}>
        {busy ? words.opening : words.unlock}
      </Button>
    </SecretField>
  )
}
