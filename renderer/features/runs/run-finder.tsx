// The list of runs, or what a search finds in them: newest first, the words marked where they stand.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { RunMatch } from '../../../contract/run.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useNow } from '../../state/use-now.ts'
import { useRead } from '../../state/use-read.ts'
import { Exact } from '../../ui/exact-text.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ago } from '../../ui/time-words.ts'
import { RunList } from './run-list.tsx'
import { RunStateMark } from './run-state-mark.tsx'
import css from './runs-screen.module.css'
import { strings } from './strings.ts'

type Props = { readonly selectedId: string | null; onSelect(id: string, item?: number): void }

/** Milliseconds without a key after which is searched. */
const rest = 150

export function RunFinder({ selectedId, onSelect }: Props) {
  const [text, setText] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const buttons = (): HTMLElement[] => [...(place.current?.querySelectorAll<HTMLElement>('li > button') ?? [])]

  const onKeyDown = (event: KeyboardEvent): void => {
    const inField = event.target instanceof HTMLInputElement
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      setText('')
      place.current?.querySelector('input')?.focus()
      return
    }
    if (inField && event.key === 'Enter') return buttons()[0]?.click()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const all = buttons()
    const at = all.findIndex((button) => button === document.activeElement)
    const next = at + (event.key === 'ArrowDown' ? 1 : -1)
    if (!inField && at < 0) return
    event.preventDefault()
    if (next < 0) place.current?.querySelector('input')?.focus()
    else all[next]?.focus()
  }

  return (
    // The keys come from the field and the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div ref={place} role="search" aria-label={strings.search} onKeyDown={onKeyDown}>
      <div className={css.search}>
        <SearchField label={strings.search} placeholder={strings.searchPlaceholder} value={text} onChange={setText} />
      </div>
      {text.trim() === '' ? <RunList selectedId={selectedId} onSelect={onSelect} /> : <Found text={text} selectedId={selectedId} onSelect={onSelect} />}
    </div>
  )
} // prettier-ignore

function Found({ text, selectedId, onSelect }: Props & { readonly text: string }) {
  const bridge = useBridge()
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), rest)
    return () => clearTimeout(timer)
  }, [text])
  const read = useRead(bridge, 'runs.search', { text: asked, limit: 50 })
  const now = useNow()
  if (read.error !== null) {
    return (
      <p className={css.none} role="alert">
        <TroubleText {...read.error} />
      </p>
    )
  }
  const settled = asked === text.trim() && !read.busy
  return (
    <>
      <p role="status" className={css.none}>
        {!settled ? '' : (read.value ?? []).length === 0 ? <TroubleText text={strings.searchNone} hint={strings.searchHint} /> : strings.found(read.value?.length ?? 0)}
      </p>
      <ul aria-label={strings.list}>
        {(asked === '' ? [] : (read.value ?? [])).map((match) => (
          <li key={match.run.id}>
            <button
              type="button"
              className={css.item}
              aria-current={match.run.id === selectedId}
              onClick={() => onSelect(match.run.id, match.item ?? undefined)}
            >
              <span className={css.itemTitle}>{match.item === null ? <Marked match={match} /> : <Exact text={match.run.title} />}</span>
              {match.item === null ? null : (
                <span className={css.snippet}>
                  <Marked match={match} />
                </span>
              )}
              <span className={css.meta}>
                <RunStateMark state={match.run.state} />
                <span>{ago(now - match.run.updatedAt)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
} // prettier-ignore

function Marked({ match: { before, match, after } }: { readonly match: RunMatch }) {
  return (
    <>
      <Exact text={before} />
      {match === '' ? null : (
        <mark>
          <Exact text={match} />
        </mark>
      )}
      <Exact text={after} />
    </>
  )
}
