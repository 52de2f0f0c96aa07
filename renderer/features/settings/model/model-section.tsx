import { Field } from '@base-ui/react/field'
import { type ReactNode, useId, useState } from 'react'
import type { AppState } from '../../../../contract/ipc/app-state.ts'
import type { ModelConfig } from '../../../../contract/policy/config.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { changeLive } from '../../../state/live/live-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { duration } from '../../../ui/text/time-text.ts'
import { PriceFields } from './price-fields.tsx'
import { SavedField } from '../saved-field.tsx'
import { SettingsPart } from '../settings-part.tsx'
import css from '../settings-screen.module.css'
import { strings } from '../strings.ts'
import { useSave } from '../use-save.ts'

type Provider = ModelConfig['provider']
const providers = (['manual', 'anthropic', 'openai-compatible'] as const).map((value) => ({
  value,
  label: strings.providers[value],
}))

/** `local`: finds model servers of this machine; another feature's. */
export function ModelSection({
  model,
  local,
}: {
  readonly model: AppState['model']
  readonly local: ReactNode
}) {
  const { state, save } = useSave()
  const pickId = useId()
  return (
    <SettingsPart topic="model" title={strings.model} text={strings.modelText}>
      <div className={css.field}>
        <label className={css.label} htmlFor={pickId}>
          {strings.provider}
        </label>
        <Pick<Provider>
          id={pickId}
          label={strings.provider}
          wide
          value={model.provider}
          choices={providers}
          onChange={(provider) => void save({ model: { provider } })}
        />
        {state.kind === 'failed' ? (
          <p className={css.error} role="alert">
            <TroubleText {...state.error} />
          </p>
        ) : null}
      </div>
      {model.provider === 'manual' ? null : (
        <>
          <SavedField
            label={strings.name}
            value={model.name}
            placeholder={strings.namePlaceholder[model.provider]}
            mono
            patch={(name) => ({ model: { name: name.trim() } })}
          />
          <SavedField
            label={strings.baseUrl}
            hint={strings.baseUrlHint}
            value={model.baseUrl ?? ''}
            inputMode="url"
            mono
            patch={(url) => ({ model: { baseUrl: url.trim() === '' ? null : url.trim() } })}
          />
          <SavedField
            label={strings.keyEnv}
            hint={strings.keyEnvHint}
            value={model.apiKeyEnv ?? ''}
            placeholder={model.provider === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'}
            mono
            patch={(name) => ({ model: { apiKeyEnv: name.trim() === '' ? null : name.trim() } })}
          />
          <KeyField keySet={model.keySet} />
          <PriceFields value={model.price} />
        </>
      )}
      <TestConnection />
      <div className={css.local}>
        <h3>{strings.topics.local}</h3>
        {local}
      </div>
    </SettingsPart>
  )
}

function KeyField({ keySet }: { readonly keySet: boolean }) {
  const bridge = useBridge()
  const [key, setKey] = useState('')
  const [error, setError] = useState<Failure | null>(null)
  const use = async (): Promise<void> => {
    const result = await bridge.call('model.set-key', { key: key.trim() })
    if (result.ok) changeLive((live) => ({ ...live, app: result.value }))
    setError(result.ok ? null : result.error)
    // A key that was taken is not kept in the page a moment longer.
    if (result.ok) setKey('')
  }
  return (
    <Field.Root className={css.field} invalid={error !== null}>
      <Field.Label className={css.label}>{strings.key}</Field.Label>
      <div className={css.fieldRow}>
        <Field.Control
          className={css.input}
          type="password"
          autoComplete="off"
          value={key}
          onValueChange={setKey}
          onKeyDown={(event) => event.key === 'Enter' && void use()}
        />
        <Button size="small" onClick={() => void use()}>
          {strings.use}
        </Button>
      </div>
      {error === null ? null : (
        <Field.Error match className={css.error}>
          <TroubleText {...error} />
        </Field.Error>
      )}
      <Field.Description className={css.hint}>
        <b>{keySet ? strings.keySet : strings.keyNotSet}</b> {strings.keyHint}
      </Field.Description>
    </Field.Root>
  )
}

type Test =
  | { readonly kind: 'rest' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'failed'; readonly error: Failure }

function TestConnection() {
  const bridge = useBridge()
  const [test, setTest] = useState<Test>({ kind: 'rest' })
  const run = async (): Promise<void> => {
    setTest({ kind: 'busy' })
    const result = await bridge.call('model.check', {})
    setTest(
      result.ok
        ? {
            kind: 'answered',
            text: strings.answered(result.value.text, duration(result.value.durationMs)),
          }
        : { kind: 'failed', error: result.error },
    )
  }
  return (
    <div className={css.test}>
      <Button
        size="small"
        disabled={test.kind === 'busy'}
        focusableWhenDisabled
        onClick={() => void run()}
      >
        {strings.test}
      </Button>
      <div role="status" className={css.testResult}>
        {test.kind === 'busy' ? strings.testing : null}
        {test.kind === 'answered' ? <Notice tone="ok">{test.text}</Notice> : null}
        {test.kind === 'failed' ? (
          <Notice tone="bad">
            <TroubleText {...test.error} />
          </Notice>
        ) : null}
      </div>
    </div>
  )
}
