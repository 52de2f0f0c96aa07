// What is stored, by name: where it may go, in which header, when it was last used; and taking one
// away, in two steps.
import { useEffect, useRef, useState } from 'react'
import type { Credential } from '../../../../contract/credential.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useNow } from '../../../state/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import { ago } from '../../../ui/text/time-text.ts'
import css from './credentials.module.css'
import shared from '../settings-screen.module.css'
import { strings } from '../strings.ts'

const words = strings.credentials

type Props = {
  readonly credentials: readonly Credential[]
  readonly mayChange: boolean
  replace(credential: Credential): void
  changed(said: string): void
}

export function CredentialList({ credentials, ...rest }: Props) {
  return (
    <ul className={css.list} aria-label={words.title}>
      {credentials.map((credential) => (
        <Row key={credential.name} credential={credential} {...rest} />
      ))}
    </ul>
  )
}

function Row({
  credential,
  mayChange,
  replace,
  changed,
}: Omit<Props, 'credentials'> & { readonly credential: Credential }) {
  const now = useNow()
  const { name, hosts, header, template, lastUsedAt } = credential
  const [confirming, setConfirming] = useState(false)
  return (
    <li>
      <div className={css.row}>
        <div className={css.facts}>
          <code className={css.name}>{name}</code>
          <p>
            {words.to}{' '}
            {hosts.map((host, index) => [index === 0 ? '' : ', ', <code key={host}>{host}</code>])}
          </p>
          <p className={shared.hint}>
            {words.header}{' '}
            <code>
              {header}: {template === 'Basic' ? words.basic : template.replace('{}', '•••')}
            </code>{' '}
            · {lastUsedAt === null ? words.neverUsed : words.used(ago(now - lastUsedAt))}
          </p>
        </div>
        {mayChange && !confirming ? (
          <div className={css.rowActs}>
            <Button
              tone="quiet"
              size="small"
              aria-label={`${words.replace} ${name}`}
              onClick={() => replace(credential)}
            >
              {words.replace}
            </Button>
            <Button
              tone="quiet"
              size="small"
              aria-label={`${words.remove} ${name}`}
              onClick={() => setConfirming(true)}
            >
              {words.remove}
            </Button>
          </div>
        ) : null}
      </div>
      {confirming ? (
        <Confirm name={name} close={() => setConfirming(false)} changed={changed} />
      ) : null}
    </li>
  )
}

function Confirm({
  name,
  close,
  changed,
}: {
  readonly name: string
  close(): void
  changed(said: string): void
}) {
  const bridge = useBridge()
  const [error, setError] = useState<Failure | null>(null)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  const remove = async (): Promise<void> => {
    const result = await bridge.call('secrets.remove', { name })
    if (!result.ok) return setError(result.error)
    close()
    changed(words.removed(name))
  }
  return (
    <div className={css.confirm} role="group" aria-label={words.sure(name)}>
      <p>{words.sure(name)}</p>
      <Button ref={keep} size="small" onClick={close}>
        {words.keep}
      </Button>
      <Button size="small" tone="strong" onClick={() => void remove()}>
        {words.removeNow}
      </Button>
      {error === null ? null : (
        <p className={shared.error} role="alert">
          <TroubleText {...error} />
        </p>
      )}
    </div>
  )
}
