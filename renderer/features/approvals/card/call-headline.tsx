// The title of a call as it is drawn: the act itself, with a command in the type of commands.
import type { CallTitle } from '../../../../contract/approval/call-title.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import css from './call-headline.module.css'

export function CallHeadline({ title }: { readonly title: CallTitle }) {
  const { verb, target, code, rest, where } = title
  return (
    <>
      {verb}{' '}
      {code ? (
        <code className={css.code}>
          <Exact text={target} />
        </code>
      ) : (
        <b className={css.target}>
          <Exact text={target} />
        </b>
      )}
      {rest === '' ? null : ` ${rest}`}
      {where === null ? null : <span className={css.where}> {where}</span>}
    </>
  )
}
