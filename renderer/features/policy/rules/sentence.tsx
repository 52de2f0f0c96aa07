// A rule in words, its facts as they are written.
import type { Rule } from '../../../../contract/policy/rule.ts'
import css from './rules.module.css'
import { ruleSentence } from './rule-text.ts'

export function Sentence({ rule }: { readonly rule: Pick<Rule, 'effect' | 'approvers' | 'when'> }) {
  return (
    <p className={css.sentence}>
      {ruleSentence(rule).map(({ text, fact }, at) =>
        // Pieces have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        fact === true ? <code key={at}>{text}</code> : <span key={at}>{text}</span>,
      )}
    </p>
  )
}
