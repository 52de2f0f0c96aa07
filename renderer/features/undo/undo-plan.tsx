// What an undo would change, and the paths where it would cost something.
import { Info } from 'lucide-react'
import { useMemo } from 'react'
import type { UndoConflict, UndoPreview } from '../../../contract/call/undo-preview.ts'
import { ChangeList } from '../../ui/change-list.tsx'
import { Exact } from '../../ui/text/exact-text.tsx'
import { Notice, Section } from '../../ui/panel.tsx'
import { count, fullTime } from '../../ui/text/time-text.ts'
import { strings } from './strings.ts'
import css from './undo.module.css'
import { pathWords, undoChange } from './undo-text.ts'

type Props = {
  readonly preview: UndoPreview
  readonly ticked: ReadonlySet<string>
  tick(paths: ReadonlySet<string>): void
}

export function UndoPlan({ preview, ticked, tick }: Props) {
  const { total, at, root, changes, conflicts, previews, notes } = preview
  const listed = useMemo(() => {
    const texts = new Map(previews.map((each) => [each.path, each]))
    return changes.map((change) => undoChange(change, texts))
  }, [changes, previews])
  if (total === 0) return <p>{strings.nothing}</p>
  const lead = total === 1 ? strings.lead : strings.leadMany
  return (
    <>
      <p>
        {lead(pathWords(total), fullTime(at))}{' '}
        <code className={css.root}>
          <Exact text={root} />
        </code>
      </p>
      {notes.map((note) => (
        <Notice key={note} tone="info" icon={<Info size={16} aria-hidden="true" />}>
          <Exact text={note} />
        </Notice>
      ))}
      {conflicts.length === 0 ? null : (
        <Conflicts conflicts={conflicts} ticked={ticked} tick={tick} />
      )}
      <Section title={strings.changes} aside={pathWords(total)}>
        <ChangeList
          changes={listed}
          label={strings.changes}
          first={60}
          words={{ same: strings.same, more: strings.moreRows, diff: strings.diffOf }}
        />
        {total > changes.length ? (
          <p className={css.more}>{strings.more(count(total - changes.length))}</p>
        ) : null}
      </Section>
    </>
  )
}

type ConflictProps = { readonly conflicts: readonly UndoConflict[] } & Pick<
  Props,
  'ticked' | 'tick'
>

function Conflicts({ conflicts, ticked, tick }: ConflictProps) {
  const all = conflicts.every(({ path }) => ticked.has(path))
  const toggle = (path: string): void => {
    const next = new Set(ticked)
    if (!next.delete(path)) next.add(path)
    tick(next)
  }
  return (
    <fieldset className={css.conflicts}>
      <legend>{strings.conflicts}</legend>
      <p>{strings.conflictsText}</p>
      <div className={css.ticks}>
        {conflicts.length < 2 ? null : (
          <label className={css.all}>
            <input
              type="checkbox"
              checked={all}
              onChange={() => tick(new Set(all ? [] : conflicts.map(({ path }) => path)))}
            />
            <b>{strings.all}</b>
          </label>
        )}
        {conflicts.map(({ path, why }) => (
          <label key={path}>
            <input type="checkbox" checked={ticked.has(path)} onChange={() => toggle(path)} />
            <span>
              <code>
                <Exact text={path} />
              </code>{' '}
              <span className={css.muted}>{why}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
