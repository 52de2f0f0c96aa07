// The line that asks the journal: completes keys and values, and says in place what is wrong. What
// was typed is never lost.
import { Search, X } from 'lucide-react'
import { useId, useRef } from 'react'
import type { QueryFault as Fault } from '../../../../contract/journal/journal-query.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { OwnKey } from './complete.ts'
import { OfferList } from './offer-list.tsx'
import css from './query-bar.module.css'
import { QueryFault } from './query-fault.tsx'
import { strings } from '../strings.ts'
import { useQueryOffers } from './use-query-offers.ts'

type Props = {
  readonly value: string
  readonly fault: Fault | null
  /** Keys of this line beside those of the journal. */
  readonly own?: readonly OwnKey[]
  onChange(value: string): void
}

const none: readonly OwnKey[] = []

export function QueryBar({ value, fault, own = none, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const offers = useQueryOffers({ input, value, fault, own, onChange })
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
          aria-expanded={offers.list.length > 0}
          aria-controls={`${id}-offers`}
          aria-activedescendant={offers.at < 0 ? undefined : `${id}-${offers.at}`}
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
            offers.typed(event.target.selectionStart)
          }}
          onBlur={offers.close}
          onKeyDown={offers.onKeyDown}
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
      <OfferList id={id} offers={offers.list} at={offers.at} onTake={offers.take} />
      {fault === null ? null : <QueryFault id={`${id}-fault`} value={value} fault={fault} />}
    </div>
  )
}
