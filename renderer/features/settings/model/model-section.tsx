// The model, its prices and limits in Settings.
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { AppState } from '../../../../contract/ipc/app-state.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setModelOpen } from '../../../state/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { clockTime, duration } from '../../../ui/text/time-text.ts'
import { agentStrings } from '../agent/strings.ts'
import { PriceList } from './price-list.tsx'
import { SavedField } from '../saved-field.tsx'
import { SettingsPart } from '../settings-part.tsx'
import css from '../settings-screen.module.css'
import { strings } from '../strings.ts'
import { useSave } from '../use-save.ts'

/** `local`: finds model servers of this machine; another feature's. */
export function ModelSection({
  model,
  local,
}: {
  readonly model: AppState['model']
  readonly local: ReactNode
}) {
  const { state, save } = useSave()
  const manual = model.provider === 'manual'
  return (
    <SettingsPart topic="model" title={strings.model} text={strings.modelText}>
      <div className={css.field}>
        <p>
          {manual ? (
            strings.modelManual
          ) : (
            <>
              <b>{model.name === '' ? strings.modelUnnamed : model.name}</b>{' '}
              {strings.modelAt(model.baseUrl ?? strings.providers[model.provider])}
            </>
          )}
        </p>
        {model.restsUntil === null ? null : (
          <Notice tone="warn">{agentStrings.restsUntil(clockTime(model.restsUntil))}</Notice>
        )}
        {manual ? null : (
          <p className={css.hint}>{model.keySet ? strings.keySet : strings.keyNotSet}</p>
        )}
        <div className={css.fieldRow}>
          <Button
            size="small"
            tone={manual ? 'strong' : 'plain'}
            onClick={() => setModelOpen(true)}
          >
            {manual ? strings.modelConnect : strings.modelChange}
          </Button>
          {manual ? null : (
            <Button
              size="small"
              tone="quiet"
              onClick={() => void save({ model: { provider: 'manual' } })}
            >
              {strings.modelBack}
            </Button>
          )}
        </div>
        {state.kind === 'failed' ? (
          <p className={css.error} role="alert">
            <TroubleText {...state.error} />
          </p>
        ) : null}
      </div>
      {manual ? null : (
        <>
          <TestConnection />
          <SavedField
            label={strings.keyEnv}
            hint={strings.keyEnvHint}
            value={model.apiKeyEnv ?? ''}
            placeholder={model.provider === 'anthropic' ? 'ANTHROPIC_API_KEY' : 'OPENAI_API_KEY'}
            mono
            patch={(name) => ({ model: { apiKeyEnv: name.trim() === '' ? null : name.trim() } })}
          />
          <PriceList model={model} />
        </>
      )}
      <div className={css.local}>
        <h3>{strings.topics.local}</h3>
        {local}
      </div>
    </SettingsPart>
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
