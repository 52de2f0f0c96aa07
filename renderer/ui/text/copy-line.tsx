// A line to take elsewhere: copied by a button, or chosen where the system gives no clipboard.
import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../button.tsx'
import css from './copy-line.module.css'

type Props = {
  readonly text: string
  readonly words: { readonly copy: string; readonly copied: string; readonly chosen: string }
}

export function CopyLine({ text, words }: Props) {
  const line = useRef<HTMLElement>(null)
  const [state, setState] = useState<'rest' | 'copied' | 'chosen'>('rest')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      if (line.current !== null) getSelection()?.selectAllChildren(line.current)
      setState('chosen')
    }
  }
  const word = state === 'copied' ? words.copied : words.copy
  return (
    <div className={css.line}>
      <code ref={line}>{text}</code>
      <Button
        tone="quiet"
        size="small"
        icon={
          state === 'copied' ? (
            <Check size={14} aria-hidden="true" />
          ) : (
            <Copy size={14} aria-hidden="true" />
          )
        }
        aria-label={`${word}: ${text}`}
        onClick={() => void copy()}
      >
        {word}
      </Button>
      <span role="status" className={css.said}>
        {state === 'chosen' ? words.chosen : ''}
      </span>
    </div>
  )
}
