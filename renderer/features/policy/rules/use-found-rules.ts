// The rules as they are listed, strictest first, and those of them that are looked for.
import { useMemo, useState } from 'react'
import type { Effect } from '../../../../contract/policy/decision.ts'
import type { PolicyOverview } from '../../../../contract/policy/policy-file.ts'
import { sentenceText } from './rule-text.ts'

const strictness: Readonly<Record<Effect, number>> = { deny: 0, confirm: 1, allow: 2 }
type Rules = PolicyOverview['rules']
export type EffectChoice = Effect | 'any'

export type FoundRules = {
  readonly all: Rules
  readonly list: Rules
  readonly text: string
  readonly effect: EffectChoice
  setText(text: string): void
  setEffect(effect: EffectChoice): void
  /** Finds all again. */
  clear(): void
}

export function useFoundRules(rules: Rules): FoundRules {
  const [text, setText] = useState('')
  const [effect, setEffect] = useState<EffectChoice>('any')
  const all = useMemo(
    () =>
      rules.toSorted(
        (a, b) =>
          strictness[a.rule.effect] - strictness[b.rule.effect] ||
          a.rule.id.localeCompare(b.rule.id),
      ),
    [rules],
  )
  const texts = useMemo(
    () =>
      new Map(
        all.map(({ rule }) => [
          rule.id,
          `${rule.id} ${sentenceText(rule)} ${rule.reason}`.toLowerCase(),
        ]),
      ),
    [all],
  )
  const typed = text.trim().toLowerCase()
  const list = useMemo(
    () =>
      all.filter(
        ({ rule }) =>
          (effect === 'any' || rule.effect === effect) &&
          (typed === '' || texts.get(rule.id)?.includes(typed) === true),
      ),
    [all, effect, texts, typed],
  )
  const clear = (): void => {
    setText('')
    setEffect('any')
  }
  return { all, list, text, effect, setText, setEffect, clear }
}
