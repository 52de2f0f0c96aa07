// One model, set up in one go: provider, key, a model out of the server's own list, tried before it
// is saved. Nothing counts until Save.
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { changeLive, useLive } from '../../state/live/live-store.ts'
import { setModelOpen, useUi } from '../../state/ui.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import { duration } from '../../ui/text/time-text.ts'
import { draftOf, kinds, serverOf, type Draft, type Kind } from './draft.ts'
import { ModelField } from './model-field.tsx'
import css from './model.module.css'
import { strings } from './strings.ts'

const choices = kinds.map((value) => ({ value, label: strings.kinds[value] }))

export function ModelDialog() {
  const open = useUi((ui) => ui.modelOpen)
  const model = useLive((live) => live.app?.model ?? null)
  return (
    <Modal
      open={open && model !== null}
      onOpenChange={setModelOpen}
      title={strings.title}
      closeLabel={strings.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      {model === null ? null : <Body model={model} />}
    </Modal>
  )
}

type Doing =
  | { readonly kind: 'rest' }
  | { readonly kind: 'testing' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly error: Failure }

function Body({ model }: { readonly model: AppState['model'] }) {
  const bridge = useBridge()
  const [draft, setDraft] = useState<Draft>(() => draftOf(model))
  const [doing, setDoing] = useState<Doing>({ kind: 'rest' })
  const server = serverOf(draft)
  const same = server !== null && isSame(server, model)
  const busy = doing.kind === 'testing' || doing.kind === 'saving'
  const ready = server !== null && draft.name.trim() !== '' && !busy
  const change = (part: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...part }))
    setDoing({ kind: 'rest' })
  }

  const test = async (): Promise<void> => {
    if (server === null || !ready) return
    setDoing({ kind: 'testing' })
    const answer = await bridge.call('model.check', {
      draft: { ...server, name: draft.name.trim() },
    })
    setDoing(
      answer.ok
        ? {
            kind: 'answered',
            text: strings.answered(answer.value.text, duration(answer.value.durationMs)),
          }
        : { kind: 'failed', error: answer.error },
    )
  }
  const save = async (): Promise<void> => {
    if (server === null || !ready) return
    setDoing({ kind: 'saving' })
    const { provider, baseUrl, key } = server
    const saved = await bridge.call('config.update', {
      model: {
        provider,
        baseUrl,
        name: draft.name.trim(),
        ...(same ? {} : { apiKeyEnv: null, price: null }),
      },
    })
    // The key is kept for the server that is set, so it comes second.
    const stored =
      saved.ok && key !== '' ? await bridge.call('model.set-key', { key, keep: draft.keep }) : saved
    if (saved.ok) changeLive((live) => ({ ...live, app: stored.ok ? stored.value : saved.value }))
    if (!stored.ok) return setDoing({ kind: 'failed', error: stored.error })
    setModelOpen(false)
  }

  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <p className={css.hint}>{strings.text}</p>
      <Provider kind={draft.kind} choose={(kind) => change({ kind, name: '', key: '' })} />
      {draft.kind === 'other' ? (
        <Field
          label={strings.address}
          hint={draft.address !== '' && server === null ? strings.addressBad : strings.addressHint}
          value={draft.address}
          mode="url"
          onChange={(address) => change({ address })}
        />
      ) : null}
      <Field
        label={strings.key}
        hint={
          same && model.keySet ? strings.keySet : draft.kind === 'other' ? strings.keyOptional : ''
        }
        value={draft.key}
        mode="password"
        onChange={(key) => change({ key })}
      />
      {draft.key === '' ? null : <Keep keep={draft.keep} onChange={(keep) => change({ keep })} />}
      <ModelField
        server={server}
        name={draft.name}
        tested={doing.kind !== 'rest'}
        onChange={(name) => change({ name })}
        onList={() => setDoing({ kind: 'rest' })}
      />
      <Said doing={doing} />
      <div className={css.actions}>
        <Button
          className={css.first}
          disabled={!ready}
          focusableWhenDisabled
          onClick={() => void test()}
        >
          {strings.test}
        </Button>
        <Button onClick={() => setModelOpen(false)}>{strings.cancel}</Button>
        <Button type="submit" tone="strong" disabled={!ready} focusableWhenDisabled>
          {strings.save}
        </Button>
      </div>
    </form>
  )
}

function isSame(
  { provider, baseUrl }: NonNullable<ReturnType<typeof serverOf>>,
  model: AppState['model'],
): boolean {
  return provider === model.provider && baseUrl === model.baseUrl
}

function Provider({ kind, choose }: { readonly kind: Kind; choose(kind: Kind): void }) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{strings.provider}</label>
      <Pick<Kind>
        id={id}
        label={strings.provider}
        wide
        value={kind}
        choices={choices}
        onChange={choose}
      />
    </div>
  )
}

type FieldProps = {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly mode: 'url' | 'password'
  onChange(text: string): void
}

function Field({ label, hint, value, mode, onChange }: FieldProps) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={css.input}
        type={mode === 'password' ? 'password' : 'text'}
        inputMode={mode === 'url' ? 'url' : 'text'}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={hint === '' ? undefined : `${id}-hint`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint === '' ? null : (
        <p id={`${id}-hint`} className={css.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

function Keep({ keep, onChange }: { readonly keep: boolean; onChange(keep: boolean): void }) {
  return (
    <label className={css.keep}>
      <input type="checkbox" checked={keep} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {strings.keep}
        <span className={css.hint}>{strings.keepText}</span>
      </span>
    </label>
  )
}

function Said({ doing }: { readonly doing: Doing }) {
  return (
    <div role="status" className={css.said}>
      {doing.kind === 'testing' ? strings.testing : null}
      {doing.kind === 'saving' ? strings.saving : null}
      {doing.kind === 'answered' ? <Notice tone="ok">{doing.text}</Notice> : null}
      {doing.kind === 'failed' ? (
        <Notice tone="bad">
          <TroubleText {...doing.error} />
        </Notice>
      ) : null}
    </div>
  )
}
