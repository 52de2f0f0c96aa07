// The list of runs, or what a search finds in them: newest first, the words marked where they are.
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { RunMatch } from '../../../contract/agent/run.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useNow } from '../../state/use-now.ts'
import { Exact } from '../../ui/text/exact-text.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SideEnds, SideRow } from '../../ui/lists/side-list.tsx'
import { ago } from '../../ui/text/time-text.ts'
import { RunList } from './run-list.tsx'
import { RunStateMark } from './run-state-mark.tsx'
import css from './runs-screen.module.css'
import { strings } from './strings.ts'

type Props = { readonly selectedId: string | null; onSelect(id: string, item?: number): void }

/** Milliseconds without a key after which is searched. */
const rest = 150

export function RunFinder({ selectedId, onSelect }: Props) {
  const [text, setText] = useState('')
  // Enter before the search has answered: opens what it will find first, not what an older one
  // found.
  const due = useRef(false)
  const mounted = useRef('')
  const box = useRef<HTMLDivElement>(null)
  const change = (next: string): void => {
    due.current = false
    if (next.trim() === '') mounted.current = ''
    setText(next)
  }
  const onFinished = useCallback((of: string): void => {
    mounted.current = of
    if (!due.current) return
    due.current = false
    box.current?.querySelector<HTMLElement>('li > button')?.click()
  }, [])
  const buttons = (): HTMLElement[] => [
    ...(box.current?.querySelectorAll<HTMLElement>('li > button') ?? []),
  ]

  const onKeyDown = (event: KeyboardEvent): void => {
    const { target } = event
    const inField = target instanceof HTMLInputElement
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault()
      change('')
      box.current?.querySelector('input')?.focus()
      return
    }
    if (inField && event.key === 'Enter') {
      due.current = mounted.current !== target.value.trim()
      return due.current ? undefined : buttons()[0]?.click()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const all = buttons()
    const at = all.findIndex((button) => button === document.activeElement)
    const next = at + (event.key === 'ArrowDown' ? 1 : -1)
    if (!inField && at < 0) return
    event.preventDefault()
    if (next < 0) box.current?.querySelector('input')?.focus()
    else all[next]?.focus()
  }

  return (
    // The keys come from the field and the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      className={css.finder}
      role="search"
      aria-label={strings.search}
      onKeyDown={onKeyDown}
    >
      <div className={css.search}>
        <SearchField
          label={strings.search}
          placeholder={strings.searchPlaceholder}
          value={text}
          onChange={change}
        />
      </div>
      {text.trim() === '' ? (
        <RunList selectedId={selectedId} onSelect={onSelect} />
      ) : (
        <Found
          text={text.trim()}
          onFinished={onFinished}
          selectedId={selectedId}
          onSelect={onSelect}
        />
      )}
    </div>
  )
}

type Answer = {
  readonly of: string
  readonly matches: readonly RunMatch[]
  readonly error: Failure | null
}

function Found({
  text,
  selectedId,
  onSelect,
  onFinished,
}: Props & { readonly text: string; onFinished(of: string): void }) {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      void bridge.call('runs.search', { text, limit: 50 }).then((found) => {
        if (current)
          setAnswer(
            found.ok
              ? { of: text, matches: found.value, error: null }
              : { of: text, matches: [], error: found.error },
          )
      })
    }, rest)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [bridge, epoch, text])
  const mounted = answer?.of === text
  useEffect(() => {
    if (mounted) onFinished(text)
  }, [onFinished, mounted, text])
  const now = useNow()
  const removed = useLive((live) => live.removed)
  const matches = (answer?.matches ?? []).filter(({ run }) => !removed.has(run.id))
  if (answer !== null && answer.error !== null) {
    return (
      <p className={css.none} role="alert">
        <TroubleText {...answer.error} />
      </p>
    )
  }
  return (
    <>
      <p role="status" className={css.none}>
        {!mounted ? (
          ''
        ) : matches.length === 0 ? (
          <TroubleText text={strings.searchNone} hint={strings.searchHint} />
        ) : (
          strings.found(matches.length)
        )}
      </p>
      <ul aria-label={strings.list}>
        {matches.map((match) => (
          <li key={match.run.id}>
            <SideRow
              className={css.found}
              aria-current={match.run.id === selectedId}
              onClick={() => onSelect(match.run.id, match.item ?? undefined)}
            >
              <span className={css.itemTitle}>
                {match.item === null ? <Marked match={match} /> : <Exact text={match.run.title} />}
              </span>
              {match.item === null ? null : (
                <span className={css.snippet}>
                  <Marked match={match} />
                </span>
              )}
              <SideEnds muted>
                <RunStateMark state={match.run.state} />
                <span>{ago(now - match.run.updatedAt)}</span>
              </SideEnds>
            </SideRow>
          </li>
        ))}
      </ul>
    </>
  )
}

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
