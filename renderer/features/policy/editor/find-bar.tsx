// Finds words in the text, one after the other.
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import css from './editor.module.css'
import { editor as words } from './editor-text.ts'

type Props = {
  readonly text: string
  readonly at: number
  readonly all: number
  onText(text: string): void
  /** `words`: as they stand in the field, which a drawing may be behind. */
  onStep(by: 1 | -1, words: string): void
  onClose(): void
}

/** Where the words begin, upper and lower case alike. */
export function findAll(text: string, words: string): readonly number[] {
  if (words === '') return []
  const [hay, needle] = [text.toLowerCase(), words.toLowerCase()]
  const found: number[] = []
  for (
    let at = hay.indexOf(needle);
    at >= 0 && found.length < 1_000;
    at = hay.indexOf(needle, at + needle.length)
  )
    found.push(at)
  return found
}

export function FindBar({ text, at, all, onText, onStep, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  return (
    <div className={css.find} role="search">
      <input
        ref={input}
        aria-label={words.findLabel}
        spellCheck={false}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1, event.currentTarget.value)
          if (event.key === 'Escape') onClose()
          if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
        }}
      />
      <span role="status">{text === '' ? '' : words.found(at + 1, all)}</span>
      <IconButton label={words.previous} onClick={() => onStep(-1, text)}>
        <ChevronUp size={14} aria-hidden="true" />
      </IconButton>
      <IconButton label={words.next} onClick={() => onStep(1, text)}>
        <ChevronDown size={14} aria-hidden="true" />
      </IconButton>
      <IconButton label={words.close} onClick={onClose}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
