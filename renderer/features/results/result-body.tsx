// All that a call gave: its size and where it came from, a search in it, and its lines.
import { ArrowDown, ArrowUp, LoaderCircle } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CallId, RunId } from '../../../contract/ids.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useCopy } from '../../ui/text/use-copy.ts'
import { ResultLines } from './result-lines.tsx'
import css from './results.module.css'
import { strings } from './strings.ts'
import { linesOf, matchesIn, MOST_MATCHES } from './text-lines.ts'
import { useWholeResult, type WholeResult } from './use-whole-result.ts'

type Props = { readonly runId: RunId; readonly callId: CallId }

export function ResultBody({ runId, callId }: Props) {
  const { result, error } = useWholeResult(runId, callId)
  if (error !== null)
    return (
      <Notice tone="bad">
        <TroubleText {...error} />
      </Notice>
    )
  if (result === null)
    return (
      <p role="status" className={css.facts}>
        <LoaderCircle size={14} aria-hidden="true" className={css.turning} /> {strings.loading}
      </p>
    )
  return <Loaded result={result} />
}

function Loaded({ result }: { readonly result: WholeResult }) {
  const { text, chars, cut, label, busy } = result
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { copied, copy } = useCopy()
  const lines = useMemo(() => linesOf(text), [text])
  const matches = useMemo(() => matchesIn(lines, typed), [lines, typed])
  const current = matches[at] ?? matches[0] ?? null
  const step = (by: number): void => {
    if (matches.length > 0) setAt((at + by + matches.length) % matches.length)
  }
  const size = strings.size(
    (lines.findLast(({ number }) => number !== null)?.number ?? 0).toLocaleString('en'),
    chars.toLocaleString('en'),
  )
  const facts = [
    size,
    ...(label === 'untrusted' ? [strings.untrusted] : label === 'private' ? [strings.private] : []),
    ...(cut ? [strings.cut] : []),
  ]
  if (text === '') return <p className={css.facts}>{strings.empty}</p>
  return (
    <div className={css.body}>
      <p className={css.facts}>{facts.join(' · ')}</p>
      <div className={css.bar}>
        {/* Enter of the field goes to the next match, as in an editor. */}
        <form
          className={css.search}
          onSubmit={(event) => {
            event.preventDefault()
            step(1)
          }}
        >
          <SearchField
            label={strings.search}
            placeholder={strings.searchHint}
            value={typed}
            onChange={(next) => {
              setTyped(next)
              setAt(0)
            }}
          />
        </form>
        <span role="status" className={css.count}>
          {typed === ''
            ? ''
            : matches.length === 0
              ? busy
                ? strings.loading
                : strings.none
              : (matches.length === MOST_MATCHES ? strings.foundMost : strings.found)(
                  Math.min(at, matches.length - 1) + 1,
                  matches.length,
                )}
        </span>
        <IconButton
          label={strings.previous}
          disabled={matches.length === 0}
          focusableWhenDisabled
          onClick={() => step(-1)}
        >
          <ArrowUp size={14} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={strings.next}
          disabled={matches.length === 0}
          focusableWhenDisabled
          onClick={() => step(1)}
        >
          <ArrowDown size={14} aria-hidden="true" />
        </IconButton>
        <Button size="small" disabled={busy} focusableWhenDisabled onClick={() => void copy(text)}>
          {copied === 'copied' ? strings.copied : strings.copy}
        </Button>
      </div>
      {copied === 'refused' ? <p className={css.facts}>{strings.refused}</p> : null}
      <ResultLines lines={lines} matches={matches} current={current} />
    </div>
  )
}
