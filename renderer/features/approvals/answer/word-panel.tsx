// A denial with a note to the model.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import css from './answers.module.css'
import { strings } from '../strings.ts'
import { useClickGuard } from './use-click-guard.ts'

export function WordPanel({
  mayDeny,
  deny,
  close,
}: {
  readonly mayDeny: boolean
  deny(word: string): void
  close(): void
}) {
  const [word, setWord] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const armed = useClickGuard()
  useEffect(() => field.current?.focus(), [])
  const send = (): void => {
    if (armed && word.trim() !== '') deny(word.trim())
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={css.panel} role="group" aria-label={strings.sayWhy}>
      <label className={css.field}>
        <span>{strings.word}</span>
        <textarea
          ref={field}
          data-note=""
          rows={2}
          maxLength={2000}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <div className={css.panelEnd}>
        <Button
          size="small"
          aria-disabled={!armed || !mayDeny || word.trim() === ''}
          onClick={send}
        >
          {strings.denyWord}
        </Button>
        <Button size="small" tone="quiet" onClick={close}>
          {strings.cancel}
        </Button>
      </div>
    </div>
  )
}
