// What a server wrote about one thing that it offers, as a model would read it, and why a person
// should read it before accepting it.
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import type { Reviewed } from '../../../../contract/server/server.ts'
import { Notice } from '../../../ui/panel.tsx'
import { DiffView } from '../../../ui/text/diff-view.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import css from '../servers-screen.module.css'
import { strings } from '../strings.ts'

const words = strings.review

/** Why it was flagged or refused; nothing where it was not. */
export function Reasons({ item: { state, warnings } }: { readonly item: Reviewed }) {
  return warnings.length === 0 ? null : (
    <Notice
      tone={state === 'refused' ? 'bad' : 'warn'}
      icon={<TriangleAlert size={16} aria-hidden="true" />}
    >
      <b>{words.signsTitle}</b>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>
            <Exact text={warning} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** What is good to know of it, and no reason to be careful. */
export const Notes = ({ item: { notes = [] } }: { readonly item: Reviewed }) =>
  notes.map((note) => (
    <p key={note} className={css.quiet}>
      <Exact text={note} />
    </p>
  ))

type Props = { readonly item: Reviewed; readonly spoken: string }

/** The whole of it, with each finding under the line that it is about. */
export function OwnWords({ item, spoken }: Props) {
  const { state, before, now, highlights } = item
  const notes = useMemo(() => {
    const map = new Map<number, string[]>()
    for (const { line, text } of highlights) map.set(line, [...(map.get(line) ?? []), text])
    return map
  }, [highlights])
  const label = state === 'changed' ? words.diff(spoken) : words.text(spoken)
  return (
    <div className={css.boxed}>
      {state === 'gone' ? (
        <DiffView before={before} after="" label={label} sameWords={words.same} />
      ) : (
        <DiffView
          before={state === 'changed' || state === 'new' ? before : now}
          after={now ?? ''}
          label={label}
          sameWords={words.same}
          notes={notes}
          whole={state === 'open' || state === 'refused' || before === now}
        />
      )}
    </div>
  )
}
