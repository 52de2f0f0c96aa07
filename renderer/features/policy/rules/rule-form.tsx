// A rule as a form: only the conditions that it has, the sentence it makes while one types, and
// what main says of it at the field.
import { X } from 'lucide-react'
import { useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { PolicyOverview } from '../../../../contract/policy/policy-file.ts'
import type { Rule } from '../../../../contract/policy/rule.ts'
import type { RuleStart } from '../../../state/policy/policy-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import css from '../policy.module.css'
import ruleForm from './rule-form.module.css'
import { SimulationResult } from '../simulator/simulation-result.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { EffectField } from './effect-field.tsx'
import { ExpiresInput } from './expires-input.tsx'
import { Field } from './form-field.tsx'
import { conditions, draftFrom, draftOf, fieldOf, type RuleDraft, ruleOf } from './rule-draft.ts'
import { Sentence } from './sentence.tsx'
import { strings } from '../strings.ts'
import type { ChangeState } from '../use-change.ts'
import { useRuleEdit } from './use-rule-edit.ts'

const { form: words } = strings

type Props = {
  readonly overview: PolicyOverview
  readonly rule: Rule | null
  /** What a new one begins as. */
  readonly start?: RuleStart | null
  readonly change: ChangeState
  onClose(): void
  /** It is in the file. */
  onSaved(): void
}

export function RuleForm({ overview, rule, start = null, change, onClose, onSaved }: Props) {
  const [first] = useState(() => JSON.stringify(draftOf(rule)))
  const [draft, setDraft] = useState<RuleDraft>(() =>
    start === null ? draftOf(rule) : draftFrom(start),
  )
  const [leaving, setLeaving] = useState(false)
  const close = (): void =>
    JSON.stringify(draft) === first || leaving ? onClose() : setLeaving(true)
  return (
    <Modal
      open={change.pending === null}
      wide
      onOpenChange={(open) => !open && close()}
      title={rule === null ? words.addTitle : words.editTitle(rule.id)}
      closeLabel={words.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      {leaving ? (
        <Notice
          tone="warn"
          alert
          action={
            <span className={css.links}>
              <Button size="small" onClick={onClose}>
                {words.discardConfirm}
              </Button>
              <Button size="small" tone="strong" onClick={() => setLeaving(false)}>
                {words.discardNo}
              </Button>
            </span>
          }
        >
          {words.discard}
        </Notice>
      ) : null}
      <Fields
        text={overview.text}
        draft={draft}
        replaces={rule?.id ?? null}
        change={change}
        onDraft={setDraft}
        onSaved={onSaved}
        onCancel={close}
      />
    </Modal>
  )
}

type FieldsProps = {
  readonly text: string
  readonly draft: RuleDraft
  readonly replaces: string | null
  readonly change: ChangeState
  onDraft(draft: RuleDraft): void
  onSaved(): void
  onCancel(): void
}

function Fields({ text, draft, replaces, change, onDraft, onSaved, onCancel }: FieldsProps) {
  const rule = ruleOf(draft)
  const { error, replay, tryOut, save } = useRuleEdit({ text, rule, replaces, change, onSaved })
  const bad = error === null ? null : fieldOf(error.text)
  const there = conditions.filter((key) => draft.lists[key] !== undefined)
  const known =
    bad !== null && (['id', 'reason', 'expires'].includes(bad) || there.some((key) => key === bad))
  const faultAt = (key: string): Failure | null => (bad === key ? error : null)
  // A new rule without a condition would be about every call there is.
  const everyCall = there.length === 0 && replaces === null
  return (
    <form
      className={ruleForm.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!everyCall) void save()
      }}
    >
      <div className={ruleForm.pair}>
        <Field label={words.id} hint={words.idHint} fault={faultAt('id')}>
          {(ids) => (
            <input
              {...ids}
              spellCheck={false}
              value={draft.id}
              onChange={({ target }) => onDraft({ ...draft, id: target.value })}
            />
          )}
        </Field>
        <EffectField draft={draft} fault={faultAt('effect')} onDraft={onDraft} />
      </div>
      <Field label={words.reason} hint={words.reasonHint} fault={faultAt('reason')}>
        {(ids) => (
          <input
            {...ids}
            value={draft.reason}
            maxLength={500}
            onChange={({ target }) => onDraft({ ...draft, reason: target.value })}
          />
        )}
      </Field>
      <ConditionFields draft={draft} there={there} faultAt={faultAt} onDraft={onDraft} />
      <Field label={words.expires} hint={words.expiresHint} fault={faultAt('expires')}>
        {(ids) => (
          <ExpiresInput
            ids={ids}
            value={draft.expires}
            onChange={(expires) => onDraft({ ...draft, expires })}
          />
        )}
      </Field>
      <div className={ruleForm.reads}>
        <h3>{words.reads}</h3>
        <Sentence rule={rule} />
      </div>
      {error === null || known ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {replay.kind === 'failed' ? (
        <Notice tone="bad" alert>
          <TroubleText {...replay.error} />
        </Notice>
      ) : null}
      <div role="status">{'so' in replay ? <SimulationResult so={replay.so} /> : null}</div>
      <div className={ruleForm.saveActions}>
        <Button
          type="button"
          disabled={replay.kind === 'busy'}
          focusableWhenDisabled
          onClick={() => void tryOut()}
        >
          {words.simulate}
        </Button>
        <span className={css.space} />
        {known ? <span className={css.bad}>{words.check}</span> : null}
        {everyCall ? <span className={css.quiet}>{words.conditionFirst}</span> : null}
        <Button type="button" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button
          type="submit"
          tone="strong"
          disabled={change.busy || everyCall}
          focusableWhenDisabled
        >
          {words.save}
        </Button>
      </div>
    </form>
  )
}
