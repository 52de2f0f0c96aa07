// The fields of an agent file. Each writes its place in the text, and shows what is wrong with it.
import { useId, useMemo } from 'react'
import { knownModels } from '../../../../contract/policy/config/model-names.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { Notice } from '../../../ui/panel.tsx'
import css from '../own-agents.module.css'
import agentEditor from './agent-editor.module.css'
import agentForm from './agent-form.module.css'
import { strings } from '../strings.ts'
import {
  type Field,
  formOf,
  problemsByField,
  withField,
  withLimit,
  withNamespaces,
} from './agent-yaml.ts'
import { CapabilityList } from './capability-list.tsx'
import { FormField } from './form-field.tsx'
import { RemarkLines } from './remark-lines.tsx'
import { type CheckedAgent, type Remark, remarksOf } from './use-agent-check.ts'

const words = strings.fields

type Props = {
  readonly text: string
  readonly check: CheckedAgent
  onText(text: string): void
}

export function AgentForm({ text, check: { of, check }, onText }: Props) {
  const id = useId()
  const model = useLive((live) => live.app?.model ?? null)
  const form = useMemo(() => formOf(text), [text])
  // What is said of an older text may name other lines; it is shown there until this text is checked.
  const found = useMemo(() => problemsByField(of ?? '', remarksOf(check)), [of, check])
  const wrong = (field: Field | null): readonly Remark[] => found.get(field) ?? []
  const field = (
    name: Field,
    label: string,
    more: {
      hint?: string
      kind?: 'lines' | 'code'
      placeholder?: string
      offered?: readonly string[]
    },
  ) => (
    <FormField
      label={label}
      {...more}
      value={form?.text(name) ?? ''}
      remarks={wrong(name)}
      onChange={(value) => onText(withField(text, name, value))}
    />
  )
  return (
    <section className={agentEditor.side} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{strings.edit.form}</h3>
      {form === null ? (
        <Notice tone="warn">{strings.edit.noForm}</Notice>
      ) : (
        <div className={agentForm.form}>
          <RemarkLines remarks={wrong(null)} />
          {field('name', words.name, { hint: words.nameHint, kind: 'code' })}
          {field('description', words.description, { hint: words.descriptionHint })}
          {field('system_prompt', words.prompt, { hint: words.promptHint, kind: 'lines' })}
          <CapabilityList
            text={text}
            checked={of ?? ''}
            remarks={wrong('capabilities')}
            capabilities={form.capabilities}
            onText={onText}
          />
          <div className={agentForm.pair}>
            {field('model', words.model, {
              hint: words.modelHint,
              kind: 'code',
              placeholder: 'sonnet',
              ...(model === null ? {} : { offered: knownModels(model) }),
            })}
            {field('temperature', words.temperature, {
              hint: words.temperatureHint,
              placeholder: '0.3',
            })}
          </div>
          <div className={agentForm.pair}>
            {field('max_tokens', words.maxTokens, { placeholder: '4096' })}
            <FormField
              label={words.namespaces}
              hint={words.namespacesHint}
              kind="code"
              value={form.namespaces.join(' ')}
              remarks={wrong('namespaces')}
              onChange={(value) =>
                onText(withNamespaces(text, value.split(/[\s,]+/).filter(Boolean)))
              }
            />
          </div>
          <fieldset className={agentForm.limits}>
            <legend>{words.limits}</legend>
            <p className={css.hint}>{words.limitsHint}</p>
            <div className={agentForm.pair}>
              {Object.entries(words.limitNames).map(([name, label]) => (
                <FormField
                  key={name}
                  label={label}
                  value={form.limit(name)}
                  remarks={[]}
                  onChange={(value) => onText(withLimit(text, name, value))}
                />
              ))}
            </div>
            <RemarkLines remarks={wrong('limits')} />
          </fieldset>
        </div>
      )}
    </section>
  )
}
