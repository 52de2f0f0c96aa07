// The rules, drawn only where they can be seen: there may be a thousand, and the clock ticks for all of
// them. Rows are measured, for a sentence takes as many lines as it needs.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef, useState } from 'react'
import type { PolicyOverview, PolicyUsage } from '../../../../contract/policy/policy-file.ts'
import type { Rule } from '../../../../contract/policy/rule.ts'
import { useOffset } from '../../../ui/lists/use-offset.ts'
import css from './rules.module.css'
import { strings } from '../strings.ts'
import { ruleFoot, RuleRow } from './rule-row.tsx'

const GAP = 8
/** Of a rule with a sentence of one line, in pixels. */
const USUAL = 116

type Props = {
  readonly rules: PolicyOverview['rules']
  readonly usage: PolicyUsage | null
  readonly now: number
  readonly broken: boolean
  readonly scroller: RefObject<HTMLDivElement | null>
  edit(rule: Rule): void
  remove(id: string): void
  onLine(line: number): void
}

export function RuleList(props: Props) {
  const { rules, usage, now, broken, scroller, edit, remove, onLine } = props
  const list = useRef<HTMLUListElement>(null)
  const margin = useOffset(list, scroller)
  /** The row that has the focus stays, however far one scrolls. */
  const [focused, setFocused] = useState<number | null>(null)
  const virtual = useVirtualizer({
    count: rules.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL,
    gap: GAP,
    overscan: 6,
    scrollMargin: margin,
    getItemKey: (index) => rules[index]?.rule.id ?? index,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(focused === null ? [] : [focused])])]
        .filter((index) => index < range.count)
        .sort((a, b) => a - b),
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only listens for which row has the focus
    <ul
      ref={list}
      className={css.ruleList}
      aria-label={strings.rules.list}
      style={{ height: virtual.getTotalSize() }}
      onFocus={({ target }) => {
        const row = target.closest<HTMLElement>('li[data-index]')
        setFocused(row === null ? null : Number(row.dataset['index']))
      }}
      onBlur={() => setFocused(null)}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const listed = rules[index]
        if (listed === undefined) return null
        return (
          <RuleRow
            key={key}
            measure={virtual.measureElement}
            index={index}
            count={rules.length}
            top={start - margin}
            rule={listed.rule}
            line={listed.line}
            broken={broken}
            edit={edit}
            remove={remove}
            onLine={onLine}
            {...ruleFoot(listed.rule, usage, now)}
          />
        )
      })}
    </ul>
  )
}
