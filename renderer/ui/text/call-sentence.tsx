// What a call does, in one sentence: the same wherever calls are listed.
import css from './call-sentence.module.css'
import { Exact } from './exact-text.tsx'

type Title = {
  readonly verb: string
  readonly target: string
  /** The target is a command. */
  readonly code: boolean
  readonly rest: string
}

export function CallSentence({ title }: { readonly title: Title }) {
  const target = <Exact text={title.target} />
  return (
    <span className={css.sentence}>
      {title.verb} {title.code ? <code>{target}</code> : <b>{target}</b>}
      {title.rest === '' ? null : ` ${title.rest}`}
    </span>
  )
}
