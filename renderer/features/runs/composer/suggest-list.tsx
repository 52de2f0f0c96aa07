// The popup over the message field. The field keeps the focus; this only shows what its keys
// choose.
import { useEffect, useRef } from 'react'
import { Exact } from '../../../ui/text/exact-text.tsx'
import css from './suggest.module.css'
import { strings } from '../strings.ts'
import type { Suggestions } from './use-suggest.ts'

type Props = {
  readonly id: string
  readonly suggestions: Suggestions
  /** -1 when none is chosen yet. */
  readonly active: number
  readonly below: boolean
  onTake(index: number): void
}

export const optionId = (list: string, index: number): string => `${list}-${index}`

export function SuggestList({ id, suggestions: { options, note }, active, below, onTake }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div className={css.popup} data-below={below}>
      {/* Chosen by the keys of the field, which names the active one. */}
      <div ref={list} id={id} role="listbox" aria-label={strings.suggestions} className={css.list}>
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={`${option.label} ${option.insert}`}
            id={optionId(id, index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={css.option}
            // The field must not lose the focus to a press of the mouse.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(index)}
          >
            <code>
              <Exact text={option.label} />
            </code>
            {option.note === '' ? null : (
              <span>
                <Exact text={option.note} />
              </span>
            )}
          </div>
        ))}
      </div>
      {note === '' ? null : (
        <p role="status" className={css.note}>
          {note}
        </p>
      )}
    </div>
  )
}
