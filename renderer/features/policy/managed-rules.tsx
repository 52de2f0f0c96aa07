// The rules of an organisation, beside the person's own: they can be read here and not changed.
import type { ManagedPolicy } from '../../../contract/bundle/state.ts'
import { EffectWord } from '../../ui/marks/effect-word.tsx'
import { ManagedBy } from '../../ui/managed-by.tsx'
import { fullTime } from '../../ui/text/time-text.ts'
import css from './policy.module.css'
import rulesCss from './rules/rules.module.css'
import { Sentence } from './rules/sentence.tsx'
import { Spellings, UnseenSpellings } from './rules/spellings.tsx'
import { strings } from './strings.ts'

export function ManagedRules({ managed }: { readonly managed: ManagedPolicy }) {
  const { organisation, rules } = managed
  if (rules.length === 0) return null
  return (
    <section aria-label={strings.managed.rules(organisation)}>
      <h2>{strings.managed.rules(organisation)}</h2>
      <p className={css.quiet}>{strings.managed.rulesText}</p>
      <UnseenSpellings rules={rules} />
      <ul className={rulesCss.rules}>
        {rules.map((rule) => (
          <li key={rule.id} data-effect={rule.effect}>
            <div className={rulesCss.ruleHead}>
              <EffectWord effect={rule.effect} className={rulesCss.effect}>
                {strings.effects[rule.effect]}
              </EffectWord>
              <code className={rulesCss.ruleId}>{rule.id}</code>
              <span className={css.space} />
              <ManagedBy name={organisation} />
            </div>
            <Sentence rule={rule} />
            <p className={rulesCss.reason}>{rule.reason}</p>
            {rule.expires === undefined ? null : (
              <p className={rulesCss.ruleFoot}>
                {strings.rules.expires(fullTime(Date.parse(rule.expires)))}
              </p>
            )}
            <Spellings effect={rule.effect} commands={rule.when.commands} />
          </li>
        ))}
      </ul>
    </section>
  )
}
