// What a command has written so far: its last lines, or all that is kept of it.
import { useState } from 'react'
import type { CallId } from '../../../../contract/ids.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import css from './call-card.module.css'
import { strings } from '../strings.ts'

/** Lines that are shown while it is folded. */
const tail = 20

export function LiveText({ callId }: { readonly callId: CallId }) {
  const output = useLive((live) => live.output.get(callId) ?? null)
  const [open, setOpen] = useState(false)
  if (output === null) return null
  const { lines, hidden } = tailOf(output.text, open ? null : tail)
  return (
    <div className={css.live}>
      <div className={css.cut}>
        {hidden > 0 || open ? (
          <Button tone="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? strings.fold.less : strings.earlierLines(hidden)}
          </Button>
        ) : null}
        {output.cut && (open || hidden === 0) ? <p>{strings.outputCut}</p> : null}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys */}
      <pre tabIndex={0} role="group" aria-label={strings.output} data-open={open}>
        <Exact text={lines} />
      </pre>
    </div>
  )
}

/**
 * The last lines of a text, and how many are before them. A line feed at the end begins no line.
 */
export function tailOf(
  text: string,
  most: number | null,
): { readonly lines: string; readonly hidden: number } {
  const all = text.replace(/\n$/, '').split('\n')
  const shown = most === null ? all : all.slice(-most)
  return { lines: shown.join('\n'), hidden: all.length - shown.length }
}
