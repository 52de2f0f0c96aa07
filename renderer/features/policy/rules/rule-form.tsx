// A rule as a form: only the conditions that it has, the sentence it makes while one types, and
// what main says of it at the field.
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Effect } from '../../../../contract/policy/decision.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { PolicyOverview } from '../../../../contract/policy/policy-file.ts'
import type { Rule } from '../../../../contract/policy/rule.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import type { RuleStart } from '../../../state/policy/policy-draft.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import css from '../policy.module.css'
import { SimulationResult } from '../simulator/simulation-result.tsx'
import { ConditionInput } from './condition-input.tsx'
import { ExpiresInput } from './expires-input.tsx'
import { Field } from './form-field.tsx'
import { conditions, draftFrom, draftOf, fieldOf, type RuleDraft, ruleOf } from './rule-draft.ts'
import { type Condition, conditionHints, conditionNames } from './rule-text.ts'
import { Sentence } from './sentence.tsx'
import { Spellings, UnseenSpellings } from './spellings.tsx'
import { strings } from '../strings.ts'
import type { ChangeState } from '../use-change.ts'
import { useConditionFocus } from './use-condition-focus.ts'
import { useSimulation } from '../simulator/use-simulation.ts'

const { form: words } = strings
/** Newest decisions that a single rule is tried over. */
const TRIED = 1_000

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
  const [error, setError] = useState<Failure | null>(null)
  const bridge = useBridge()
  const { state: replay, run } = useSimulation()
  const rule = ruleOf(draft)
  const bad = error === null ? null : fieldOf(error.text)
  const there = conditions.filter((key) => draft.lists[key] !== undefined)
  const around = useConditionFocus(there)
  const known =
    bad !== null && (['id', 'reason', 'expires'].includes(bad) || there.some((key) => key === bad))
  const faultAt = (key: string): Failure | null => (bad === key ? error : null)
  const set = (key: Condition, value: string): void =>
    onDraft({ ...draft, lists: { ...draft.lists, [key]: value } })
  const take = (key: Condition): void =>
    onDraft({
      ...draft,
      lists: Object.fromEntries(Object.entries(draft.lists).filter(([each]) => each !== key)),
    })

  const tryOut = async (): Promise<void> => {
    const edited = await bridge.call('policy.edit', {
      text,
      edit: { kind: 'put-rule', rule, replaces },
    })
    setError(edited.ok ? null : edited.error)
    if (edited.ok) run(edited.value.text, TRIED)
  }
  const save = async (): Promise<void> => {
    const done = await change.change(
      { kind: 'put-rule', rule, replaces },
      strings.rules.saved(rule.id),
    )
    // The line is one of a text that nobody sees yet.
    setError(
      typeof done === 'string' ? null : { ...done, text: done.text.replace(/^Line \d+: /, '') },
    )
    if (done === 'saved') onSaved()
  }
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A new rule without a condition would be about every call there is.
        if (there.length > 0 || replaces !== null) void save()
      }}
    >
      <div className={css.pair}>
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
        <Field label={words.effect} hint="" fault={faultAt('effect')}>
          {({ id }) => (
            <Pick<Effect | 'two'>
              id={id}
              label={words.effect}
              value={draft.effect === 'confirm' && draft.approvers === 2 ? 'two' : draft.effect}
              choices={(['deny', 'two', 'confirm', 'allow'] as const).map((value) => ({
                value,
                label: words.effects[value],
              }))}
              onChange={(effect) =>
                onDraft(
                  effect === 'two'
                    ? { ...draft, effect: 'confirm', approvers: 2 }
                    : { ...draft, effect, approvers: 1 },
                )
              }
            />
          )}
        </Field>
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
      <fieldset ref={around} className={css.conditions}>
        <legend>{words.conditions}</legend>
        {there.length === 0 ? <p className={css.quiet}>{words.noConditions}</p> : null}
        {there.map((key) => (
          <div key={key} className={css.condition} data-condition={key}>
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
                <Spellings effect={draft.effect} commands={rule.when.commands} />
                <UnseenSpellings rules={[{ effect: draft.effect, when: rule.when }]} />
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
      <Field label={words.expires} hint={words.expiresHint} fault={faultAt('expires')}>
        {(ids) => (
          <ExpiresInput
            ids={ids}
            value={draft.expires}
            onChange={(expires) => onDraft({ ...draft, expires })}
          />
        )}
      </Field>
      <div className={css.reads}>
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
      <div className={css.saveActions}>
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
        {there.length === 0 && replaces === null ? (
          <span className={css.quiet}>{words.conditionFirst}</span>
        ) : null}
        <Button type="button" onClick={onCancel}>
          {words.cancel}
        </Button>
        <Button
          type="submit"
          tone="strong"
          disabled={change.busy || (there.length === 0 && replaces === null)}
          focusableWhenDisabled
        >
          {words.save}
        </Button>
      </div>
    </form>
  )
}
