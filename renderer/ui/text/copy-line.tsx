// A line to take elsewhere: copied by a button, or chosen where the system gives no clipboard.
import { Check, Copy } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../button.tsx'
import css from './copy-line.module.css'
import { useCopy } from './use-copy.ts'

type Props = {
  readonly text: string
  readonly words: { readonly copy: string; readonly copied: string; readonly chosen: string }
}

export function CopyLine({ text, words }: Props) {
  const line = useRef<HTMLElement>(null)
  const { copied, copy } = useCopy()
  const copyLine = async (): Promise<void> => {
    if (!(await copy(text)) && line.current !== null)
      getSelection()?.selectAllChildren(line.current)
  }
  const word = copied === 'copied' ? words.copied : words.copy
  return (
    <div className={css.line}>
      <code ref={line}>{text}</code>
      <Button
        tone="quiet"
        size="small"
        icon={
          copied === 'copied' ? (
            <Check size={14} aria-hidden="true" />
          ) : (
            <Copy size={14} aria-hidden="true" />
          )
        }
        aria-label={`${word}: ${text}`}
        onClick={() => void copyLine()}
      >
        {word}
      </Button>
      <span role="status" className={css.said}>
        {copied === 'refused' ? words.chosen : ''}
      </span>
    </div>
  )
}
