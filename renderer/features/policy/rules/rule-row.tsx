// One rule as a sentence, with how often it decided and until when it applies. Drawn again only when
// one of these is another one: the clock ticks for all of them.
import { Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { PolicyOverview, PolicyUsage } from '../../../../contract/policy/policy-file.ts'
import type { Rule } from '../../../../contract/policy/rule.ts'
import { IconButton } from '../../../ui/button.tsx'
import { EffectWord } from '../../../ui/marks/effect-word.tsx'
import { ago, fullTime } from '../../../ui/text/time-text.ts'
import css from '../policy.module.css'
import rulesCss from './rules.module.css'
import { LineLink } from '../problem-list.tsx'
import { strings } from '../strings.ts'
import { Sentence } from './sentence.tsx'
import { Spellings } from './spellings.tsx'

const { rules: words } = strings

type Props = {
  /** Called with the row once it is drawn, so that its height is known. */
  measure(row: HTMLElement | null): void
  readonly index: number
  readonly count: number
  /** Where it begins in its list, in pixels. */
  readonly top: number
  readonly rule: Rule
  readonly line: PolicyOverview['rules'][number]['line']
  /** How often it decided, and its end. */
  readonly foot: string
  readonly over: boolean
  readonly broken: boolean
  onLine(line: number): void
  edit(rule: Rule): void
  remove(id: string): void
}

export const RuleRow = memo(function RuleRow(props: Props) {
  const { measure, index, count, top, rule, line, foot, over, broken, onLine, edit, remove } = props
  return (
    <li
      ref={measure}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-effect={rule.effect}
      data-over={over}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div className={rulesCss.ruleHead}>
        <EffectWord effect={rule.effect} className={rulesCss.effect}>
          {strings.effects[rule.effect]}
        </EffectWord>
        <code className={rulesCss.ruleId}>{rule.id}</code>
        {line === null ? null : <LineLink line={line} onLine={onLine} />}
        <span className={css.space} />
        <IconButton label={words.editName(rule.id)} disabled={broken} onClick={() => edit(rule)}>
          <Pencil size={14} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={words.removeName(rule.id)}
          disabled={broken}
          onClick={() => remove(rule.id)}
        >
          <Trash2 size={14} aria-hidden="true" />
        </IconButton>
      </div>
      <Sentence rule={rule} />
      <p className={rulesCss.reason}>{rule.reason}</p>
      <Spellings effect={rule.effect} commands={rule.when.commands} />
      <p className={rulesCss.ruleFoot}>{foot}</p>
    </li>
  )
})

/** What changes with the clock, as text: the same for most of a thousand rules from second to second. */
export function ruleFoot(
  rule: Rule,
  usage: PolicyUsage | null,
  now: number,
): Pick<Props, 'foot' | 'over'> {
  const end = rule.expires === undefined ? null : Date.parse(rule.expires)
  const over = end !== null && end <= now
  const used = usage?.rules[rule.id]
  const foot = [
    usage === null
      ? ''
      : used === undefined
        ? words.never(usage.decisions)
        : words.times(used.times, ago(now - used.lastAt)),
    end === null ? '' : over ? words.ended(fullTime(end)) : words.expires(fullTime(end)),
  ]
  return { foot: foot.filter((each) => each !== '').join(' · '), over }
}
