import type { Effect } from '../../../../contract/policy/decision.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { Pick } from '../../../ui/picks/pick.tsx'
import { strings } from '../strings.ts'
import { Field } from './form-field.tsx'
import type { RuleDraft } from './rule-draft.ts'

const { form: words } = strings

type Props = {
  readonly draft: RuleDraft
  readonly fault: Failure | null
  onDraft(draft: RuleDraft): void
}

/** What a rule does; to ask two people is a choice of its own. */
export function EffectField({ draft, fault, onDraft }: Props) {
  return (
    <Field label={words.effect} hint="" fault={fault}>
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
  )
}
