// The line that asks the journal: completes keys and values, and says in place what is wrong. What was typed is never lost.
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { QueryFault } from '../../../contract/journal-query.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { IconButton } from '../../ui/button.tsx'
import { count } from '../../ui/time-words.ts'
import { asksFor, suggest, type Suggestion, taken, typingAt } from './complete.ts'
import css from './query-bar.module.css'
import { strings } from './strings.ts'

type Props = { readonly value: string; readonly fault: QueryFault | null; onChange(value: string): void }

const words = { keys: strings.query.keys, rows: (n: number) => strings.total(count(n)) }

export function QueryBar({ value, fault, onChange }: Props) {
  const bridge = useBridge()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [known, setKnown] = useState<readonly { value: string; n: number }[]>([])
  const [at, setAt] = useState(-1)
  const typing = caret === null ? null : typingAt(value, caret)
  const key = typing?.kind === 'value' && asksFor(typing.key) ? typing.key : null
  const typed = typing?.typed ?? ''

  useEffect(() => {
    setKnown([])
    if (key === null) return
    let current = true
    void bridge.call('audit.values', { key, typed: typed.slice(0, 200) }).then((found) => {
      // Without them there is nothing to offer, and the line can be typed all the same.
      if (current && found.ok) setKnown(found.value)
    })
    return () => {
      current = false
    }
  }, [bridge, key, typed])

  // What is wrong elsewhere in the line is not to be covered by what could follow here.
  const offers = typing === null || (fault !== null && fault.to < typing.from) ? [] : suggest(typing, known, words)
  const chosen = offers[at]
  const close = (): void => {
    setCaret(null)
    setAt(-1)
  }
  const take = (suggestion: Suggestion): void => {
    const next = taken(value, suggestion)
    onChange(next.line)
    setAt(-1)
    setCaret(next.caret)
    requestAnimationFrame(() => input.current?.setSelectionRange(next.caret, next.caret))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (caret === null) setCaret(event.currentTarget.selectionStart ?? value.length)
      else setAt(offers.length === 0 ? -1 : (at + step + offers.length + (at < 0 && step < 0 ? 1 : 0)) % offers.length)
      return
    }
    if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) {
      event.preventDefault()
      return take(chosen)
    }
    if (event.key === 'Enter') close()
    if (event.key === 'Escape' && offers.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <div className={css.bar}>
      <div className={css.field} data-wrong={fault !== null}>
        <Search size={15} aria-hidden="true" />
        <input
          ref={input}
          className={css.input}
          role="combobox"
          aria-label={strings.query.label}
          aria-autocomplete="list"
          aria-expanded={offers.length > 0}
          aria-controls={`${id}-offers`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${at}`}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          placeholder={strings.query.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={2_000}
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
            setCaret(event.target.selectionStart)
            setAt(-1)
          }}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {value === '' ? null : (
          <IconButton
            label={strings.clear}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          >
            <X size={14} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div id={`${id}-offers`} role="listbox" aria-label={strings.query.offers} className={css.offers} hidden={offers.length === 0}>
        {offers.map((offer, index) => (
          <div
            key={offer.label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={css.offer}
            // Before the field loses the focus to it.
            onMouseDown={(event) => {
              event.preventDefault()
              take(offer)
            }}
          >
            <code>{offer.label}</code>
            <span className={css.detail}>{offer.detail}</span>
          </div>
        ))}
      </div>
      {fault === null ? null : (
        <p id={`${id}-fault`} className={css.fault} role="alert">
          <code>
            {value.slice(0, fault.from).slice(-24)}
            <mark>{value.slice(fault.from, Math.max(fault.to, fault.from + 1)).slice(0, 60)}</mark>
          </code>{' '}
          {fault.text} <span className={css.detail}>{fault.hint}</span>
        </p>
      )}
    </div>
  )
}
