// What a person says that a tool does, reads and where it sends. In force once the tool is accepted.
import { Field } from '@base-ui/react/field'
import { useId } from 'react'
import { Category } from '../../../../contract/call/category.ts'
import type { Reviewed } from '../../../../contract/server/server.ts'
import { CapabilityId, ToolEffect } from '../../../../contract/server/tool-labels.ts'
import type { LabelReview, ToolLabels } from '../../../../contract/server/tool-labels.ts'
import { offeredActions } from '../../../../contract/server/offered-actions.ts'
import { argumentName, effectPhrases } from '../../../../contract/server/label-sentence.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import css from './labels.module.css'
import screen from '../servers-screen.module.css'
import fields from '../fields/fields.module.css'
import { strings } from '../strings.ts'
import {
  argumentsOf,
  sendingOf,
  withEffect,
  withReadAction,
  withRecipient,
  withSending,
} from './label-draft.ts'
import type { Sending } from './label-draft.ts'

const words = strings.labels
const categories = Category.options.map((value) => ({ value, label: words.categories[value] }))

type Props = {
  readonly item: Reviewed
  readonly labels: LabelReview
  readonly draft: ToolLabels
  readonly changed: boolean
  readonly busy: boolean
  onChange(labels: ToolLabels | null): void
  onSave(): void
}

export function LabelForm({ item, labels, draft, changed, busy, onChange, onSave }: Props) {
  const all = argumentsOf(item)
  const sending = sendingOf(draft)
  const actions = offeredActions(item)
  const title = useId()
  const isId = CapabilityId.safeParse(draft.id).success
  const choices = (['keeps', 'service', 'named'] as const)
    .filter((value) => value !== 'named' || all.length > 0)
    .map((value) => ({ value, label: words.sending[value] }))
  return (
    <section className={css.form} aria-labelledby={title}>
      <b id={title}>{labels.decided === null ? words.title : words.decidedTitle}</b>
      {labels.why.length === 0 ? null : (
        <ul className={css.why}>
          {labels.why.map((sentence) => (
            <li key={sentence}>
              <Exact text={sentence} />
            </li>
          ))}
        </ul>
      )}
      <fieldset className={css.group}>
        <legend>{words.does}</legend>
        {ToolEffect.options.map((effect) => (
          <Tick
            key={effect}
            label={effectPhrases[effect]}
            on={draft.effects.includes(effect)}
            onChange={(on) => onChange(withEffect(draft, effect, on))}
          />
        ))}
      </fieldset>
      <fieldset className={css.group}>
        <legend>{words.returns}</legend>
        <Tick
          label={words.readsPrivate}
          on={draft.readsPrivate}
          onChange={(readsPrivate) => onChange({ ...draft, readsPrivate })}
        />
        <Tick
          label={words.readsUntrusted}
          on={draft.readsUntrusted}
          onChange={(readsUntrusted) => onChange({ ...draft, readsUntrusted })}
        />
      </fieldset>
      <fieldset className={css.group}>
        <legend>{words.sends}</legend>
        <Pick
          label={words.sends}
          value={sending}
          choices={choices}
          onChange={(next: Sending) => onChange(withSending(draft, next, all))}
        />
        {sending === 'named'
          ? all.map((pointer) => (
              <Tick
                key={pointer}
                label={argumentName(pointer)}
                exact
                on={draft.sends?.to.includes(pointer) === true}
                onChange={(on) => onChange(withRecipient(draft, pointer, on))}
              />
            ))
          : null}
      </fieldset>
      {actions.length === 0 ? null : (
        <fieldset className={css.group}>
          <legend>{words.readActions}</legend>
          {actions.map((action) => (
            <Tick
              key={action}
              label={action}
              exact
              on={draft.readActions?.includes(action) === true}
              onChange={(on) => onChange(withReadAction(draft, action, on))}
            />
          ))}
        </fieldset>
      )}
      <div className={css.names}>
        <div className={css.category}>
          <span className={fields.label} aria-hidden="true">
            {words.category}
          </span>
          <Pick
            label={words.category}
            value={draft.category}
            choices={categories}
            onChange={(category: Category) => onChange({ ...draft, category })}
          />
        </div>
        <Field.Root className={css.id} invalid={!isId}>
          <Field.Label className={fields.label}>{words.id}</Field.Label>
          <Field.Control
            className={fields.input}
            spellCheck={false}
            autoComplete="off"
            value={draft.id}
            onValueChange={(id) => onChange({ ...draft, id })}
          />
          {isId ? null : (
            <Field.Error match className={fields.error}>
              {words.idWrong}
            </Field.Error>
          )}
        </Field.Root>
      </div>
      <p className={screen.quiet}>{words.note}</p>
      {changed ? (
        <div className={css.buttons}>
          {item.state === 'open' ? (
            <Button size="small" tone="strong" aria-disabled={busy || !isId} onClick={onSave}>
              {words.save}
            </Button>
          ) : null}
          <Button size="small" tone="quiet" onClick={() => onChange(null)}>
            {words.reset}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function Tick({
  label,
  exact = false,
  on,
  onChange,
}: {
  readonly label: string
  readonly exact?: boolean
  readonly on: boolean
  onChange(on: boolean): void
}) {
  return (
    <label className={css.tick}>
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
      {exact ? (
        <code>
          <Exact text={label} />
        </code>
      ) : (
        label
      )}
    </label>
  )
}
