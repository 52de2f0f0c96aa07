// The answers between denying and approving: deny with a note, change the call, answer for longer.
import type { RefObject } from 'react'
import { Button } from '../../../ui/button.tsx'
import css from '../answer-row.module.css'
import type { Offered } from './offered-answers.ts'
import { strings } from '../strings.ts'

export type Opened = 'word' | 'edit'

type Props = {
  readonly offered: Offered
  /** It is a result that is answered, not a call. */
  readonly reviewed: boolean
  readonly open: Opened | null
  readonly wordRef: RefObject<HTMLButtonElement | null>
  readonly editRef: RefObject<HTMLButtonElement | null>
  toggle(which: Opened): void
  onScope(): void
}

export function OtherAnswers(props: Props) {
  const { offered, reviewed, open, wordRef, editRef, toggle, onScope } = props
  return (
    <div className={css.middle}>
      <Button
        ref={wordRef}
        hotkey="⇧D"
        tone="quiet"
        aria-expanded={open === 'word'}
        onClick={() => toggle('word')}
      >
        {reviewed ? strings.review.sayWhy : strings.sayWhy}
      </Button>
      {offered.edit ? (
        <Button
          ref={editRef}
          hotkey="E"
          tone="quiet"
          aria-expanded={open === 'edit'}
          onClick={() => toggle('edit')}
        >
          {strings.edit}
        </Button>
      ) : null}
      {/* An approval of other arguments is of this once. */}
      {offered.scope === null || open === 'edit' ? null : (
        <Button
          hotkey="S"
          tone="quiet"
          className={css.remember}
          aria-haspopup="dialog"
          onClick={onScope}
        >
          {strings.remember}
        </Button>
      )}
    </div>
  )
}
