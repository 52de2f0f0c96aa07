// Stores a credential, or another value under the same name. What is typed as its value goes to
// main and leaves the page.
import { Field } from '@base-ui/react/field'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Credential } from '../../../../contract/credential.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { type Draft, draftOf, faultsOf, hostsOf, isComplete } from './credential-draft.ts'
import css from './credentials.module.css'
import { SecretField } from '../secret-field.tsx'
import shared from '../settings-screen.module.css'
import { strings } from '../strings.ts'

const words = strings.credentials

type Props = {
  /** Its value is replaced; null: a new one. */
  readonly was: Credential | null
  /** Nothing was ever stored: the store is made first. */
  readonly first: boolean
  close(): void
  stored(name: string): void
}

export function CredentialForm({ was, first, close, stored }: Props) {
  const bridge = useBridge()
  const desktop = useLive((live) => live.app?.host === 'electron')
  const [draft, setDraft] = useState<Draft>(draftOf(was))
  const [passphrase, setPassphrase] = useState('')
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  // Only the desktop app has a keychain; where that fails, the passphrase makes the store.
  const asksPassphrase = first && (!desktop || error?.code === 'secrets.locked')
  const ready = isComplete(draft) && (!asksPassphrase || passphrase !== '') && !busy
  const change = (part: Partial<Draft>): void => {
    setDraft({ ...draft, ...part })
    if (error?.code !== 'secrets.locked') setError(null)
  }
  const send = async (): Promise<void> => {
    if (!ready) return
    setBusy(true)
    const created = asksPassphrase ? await bridge.call('secrets.unlock', { passphrase }) : null
    const { name, hosts, header, template, value } = draft
    const result =
      created?.ok === false
        ? created
        : await bridge.call('secrets.set', {
            name,
            hosts: [...hostsOf(hosts)],
            header: header.toLowerCase(),
            template,
            value,
          })
    setBusy(false)
    setPassphrase('')
    if (result.ok) {
      setDraft(draftOf(null))
      return stored(name)
    }
    setError(result.error)
  }
  const onEnter = (): void => void send()
  const faults = faultsOf(draft)
  const text = (
    field: 'name' | 'header' | 'template',
    label: string,
    hint: string,
    more?: ReactNode,
  ): ReactNode => (
    <TextField
      label={label}
      hint={hint}
      value={draft[field]}
      error={faults[field]}
      onChange={(next) => change({ [field]: next })}
    >
      {more}
    </TextField>
  )
  return (
    <div
      className={css.form}
      role="group"
      aria-label={was === null ? words.addTitle : words.replaceTitle(was.name)}
    >
      <h3>{was === null ? words.addTitle : words.replaceTitle(was.name)}</h3>
      {was === null ? text('name', words.name, words.nameHint) : null}
      <HostsField
        value={draft.hosts}
        error={faults.hosts}
        focus={was !== null}
        onChange={(hosts) => change({ hosts })}
      />
      <div className={css.two}>
        {text('header', words.headerName, words.headerHint)}
        {text('template', words.template, words.templateHint)}
      </div>
      <SecretField
        label={was === null ? words.value : words.newValue}
        value={draft.value}
        error={faults.value ?? null}
        hint={draft.template === 'Basic' ? words.valueBasic : words.valueHint}
        onChange={(value) => change({ value })}
        onEnter={onEnter}
      />
      {asksPassphrase ? (
        <SecretField
          label={words.passphrase}
          value={passphrase}
          hint={words.passphraseFirst}
          onChange={setPassphrase}
          onEnter={onEnter}
        />
      ) : null}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <div className={css.acts}>
        <Button size="small" onClick={close}>
          {words.cancel}
        </Button>
        <Button size="small" tone="strong" aria-disabled={!ready} onClick={onEnter}>
          {busy ? words.storing : was === null ? words.store : words.replaceNow}
        </Button>
      </div>
    </div>
  )
}

type TextProps = {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly error: string | undefined
  readonly children?: ReactNode
  onChange(text: string): void
}

function TextField({ label, hint, value, error, onChange }: TextProps) {
  return (
    <Field.Root className={shared.field} invalid={error !== undefined}>
      <Field.Label className={shared.label}>{label}</Field.Label>
      <Field.Control
        className={css.input}
        data-mono="true"
        spellCheck={false}
        autoComplete="off"
        value={value}
        onValueChange={onChange}
      />
      {error === undefined ? null : (
        <Field.Error match className={shared.error}>
          {error}
        </Field.Error>
      )}
      <Field.Description className={shared.hint}>{hint}</Field.Description>
    </Field.Root>
  )
}

type HostsProps = {
  readonly value: string
  readonly error: string | undefined
  readonly focus: boolean
  onChange(text: string): void
}

function HostsField({ value, error, focus, onChange }: HostsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focus) field.current?.focus()
  }, [focus])
  return (
    <Field.Root className={shared.field} invalid={error !== undefined}>
      <Field.Label className={shared.label}>{words.hosts}</Field.Label>
      <Field.Control
        render={<textarea ref={field} rows={Math.min(6, Math.max(2, value.split('\n').length))} />}
        className={css.input}
        data-mono="true"
        spellCheck={false}
        autoComplete="off"
        value={value}
        onValueChange={onChange}
      />
      {error === undefined ? null : (
        <Field.Error match className={shared.error}>
          {error}
        </Field.Error>
      )}
      <Field.Description className={shared.hint}>{words.hostsHint}</Field.Description>
    </Field.Root>
  )
}
