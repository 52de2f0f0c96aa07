// How much an agent may use: for one message, for a run, for a day.
import type { AppState } from '../../../../contract/ipc/app-state.ts'
import { SavedField } from '../saved-field.tsx'
import { SettingsPart } from '../settings-part.tsx'
import css from './agent-section.module.css'
import { limitKeys, readContext, readLimit, textOf } from './limit-draft.ts'
import { agentStrings as strings } from './strings.ts'

const USUAL_STEPS = '25'

const isSteps = (text: string): boolean =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 200

export function AgentSection({ agent }: { readonly agent: AppState['agent'] }) {
  return (
    <SettingsPart topic="agent" title={strings.title} text={strings.text}>
      <SavedField
        label={strings.maxSteps}
        value={String(agent.maxSteps)}
        usual={USUAL_STEPS}
        inputMode="numeric"
        check={(text) => (isSteps(text) ? null : strings.bad.maxSteps)}
        patch={(text) => ({ agent: { maxSteps: Number(text) } })}
      />
      <SavedField
        label={strings.contextTokens}
        hint={strings.hints.contextTokens}
        value={agent.contextTokens === null ? '' : String(agent.contextTokens)}
        placeholder={strings.contextNone}
        inputMode="numeric"
        check={(text) => (readContext(text) === undefined ? strings.bad.contextTokens : null)}
        patch={(text) => ({ agent: { contextTokens: readContext(text) ?? null } })}
      />
      {(['run', 'day'] as const).map((scope) => (
        <fieldset key={scope} className={css.scope}>
          <legend>{strings.scopes[scope]}</legend>
          <div className={css.fields}>
            {limitKeys.map((key) => (
              <SavedField
                key={key}
                label={strings.fields[key]}
                value={textOf(agent.limits[scope], key)}
                placeholder={strings.none}
                check={(text) => (readLimit(key, text) === undefined ? strings.bad[key] : null)}
                patch={(text) => ({ agent: { limits: { [scope]: readLimit(key, text) ?? {} } } })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <p className={css.hint}>{strings.hints.minutes}</p>
      <p className={css.hint}>{strings.hints.cost}</p>
    </SettingsPart>
  )
}
