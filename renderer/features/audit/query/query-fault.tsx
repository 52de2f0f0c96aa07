// The error of the query line, with the place in it.
import type { QueryFault as Fault } from '../../../../contract/journal/journal-query.ts'
import css from './query-bar.module.css'

type Props = { readonly id: string; readonly value: string; readonly fault: Fault }

/** What is wrong with the line, with the place in it. */
export function QueryFault({ id, value, fault }: Props) {
  return (
    <p id={id} className={css.fault} role="alert">
      <code>
        {value.slice(0, fault.from).slice(-24)}
        <mark>{value.slice(fault.from, Math.max(fault.to, fault.from + 1)).slice(0, 60)}</mark>
      </code>{' '}
      {fault.text} <span className={css.detail}>{fault.hint}</span>
    </p>
  )
}
