// The conditions that a rule has, each with what it is filled in with, and those that can be added.
import { Plus, X } from 'lucide-react'
import type { Failure } from '../../../../contract/failure.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import css from '../policy.module.css'
import ruleForm from './rule-form.module.css'
import { strings } from '../strings.ts'
import { ConditionInput } from './condition-input.tsx'
import { Field } from './form-field.tsx'
import { conditions, type RuleDraft, ruleOf } from './rule-draft.ts'
import { type Condition, conditionHints, conditionNames } from './rule-text.ts'
import { Spellings, UnseenSpellings } from './spellings.tsx'
import { useConditionFocus } from './use-condition-focus.ts'

const { form: words } = strings

type Props = {
  readonly draft: RuleDraft
  /** Those of the rule, in their order. */
  readonly there: readonly Condition[]
  faultAt(key: string): Failure | null
  onDraft(draft: RuleDraft): void
}

export function ConditionFields({ draft, there, faultAt, onDraft }: Props) {
  const around = useConditionFocus(there)
  const { when } = ruleOf(draft)
  const set = (key: Condition, value: string): void =>
    onDraft({ ...draft, lists: { ...draft.lists, [key]: value } })
  const take = (key: Condition): void =>
    onDraft({
      ...draft,
      lists: Object.fromEntries(Object.entries(draft.lists).filter(([each]) => each !== key)),
    })
  return (
    <fieldset ref={around} className={ruleForm.conditions}>
      <legend>{words.conditions}</legend>
      {there.length === 0 ? <p className={css.quiet}>{words.noConditions}</p> : null}
      {there.map((key) => (
        <div key={key} className={ruleForm.condition} data-condition={key}>
          <Field label={conditionNames[key]} hint={conditionHints[key]} fault={faultAt(key)}>
            {(ids) => (
              <ConditionInput
                id={ids.id}
                ids={ids}
                name={key}
                draft={draft}
                onText={(value) => set(key, value)}
                onDraft={onDraft}
              />
            )}
          </Field>
          <IconButton
            type="button"
            label={words.remove(conditionNames[key])}
            onClick={() => take(key)}
          >
            <X size={14} aria-hidden="true" />
          </IconButton>
          {key === 'commands' ? (
            <>
              <Spellings effect={draft.effect} commands={when.commands} />
              <UnseenSpellings rules={[{ effect: draft.effect, when }]} />
            </>
          ) : null}
        </div>
      ))}
      <div className={css.links}>
        {conditions
          .filter((key) => draft.lists[key] === undefined)
          .map((key) => (
            <Button
              key={key}
              type="button"
              size="small"
              tone="quiet"
              icon={<Plus size={13} aria-hidden="true" />}
              data-adds={key}
              onClick={() => set(key, '')}
            >
              {conditionNames[key]}
            </Button>
          ))}
      </div>
    </fieldset>
  )
}
