// Long text, folded after some lines, opened by a button that says how much is behind it.
import { useState } from 'react'
import { Button } from './button.tsx'
import css from './fold.module.css'
import { Exact } from './text/exact-text.tsx'

type Props = {
  readonly text: string
  readonly lines?: number
  readonly label: string
  readonly words: { more(lines: number): string; readonly less: string }
}

export function FoldedText({ text, lines = 20, label, words }: Props) {
  const [open, setOpen] = useState(false)
  const all = text.split('\n')
  const long = all.length > lines + 2
  const shown = long && !open ? all.slice(0, lines).join('\n') : text
  return (
    <div className={css.fold}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys */}
      <pre className={css.text} tabIndex={0} role="group" aria-label={label}>
        <Exact text={shown} prose />
      </pre>
      {long ? (
        <Button tone="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.less : words.more(all.length - lines)}
        </Button>
      ) : null}
    </div>
  )
}
