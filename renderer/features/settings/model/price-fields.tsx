// What a million tokens of the model cost. One setting of three parts, saved together; without it
// no sum is ever shown.
import { useEffect, useId, useState } from 'react'
import type { ModelConfig } from '../../../../contract/policy/config/config.ts'
import { Button } from '../../../ui/button.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import { draftOf, type PriceDraft, readPrice } from './price-draft.ts'
import css from '../settings-screen.module.css'
import price from './price-fields.module.css'
import { priceStrings as strings } from './price-strings.ts'
import { useSave } from '../use-save.ts'

export function PriceFields({ value }: { readonly value: ModelConfig['price'] }) {
  const { state, save, reset } = useSave()
  const stored = draftOf(value)
  const [draft, setDraft] = useState<PriceDraft>(stored)
  const changed = JSON.stringify(draft) !== JSON.stringify(stored)
  const read = readPrice(draft)
  const key = JSON.stringify(stored)
  // Another window or the file itself may change it.
  useEffect(() => setDraft(JSON.parse(key) as PriceDraft), [key])

  const change = (part: Partial<PriceDraft>): void => {
    setDraft({ ...draft, ...part })
    reset()
  }
  const commit = (): void => void (read.ok && changed && save({ model: { price: read.price } }))
  return (
    <fieldset className={price.price}>
      <legend className={css.label}>{strings.title}</legend>
      <div className={price.row}>
        <Part
          label={strings.in}
          mode="decimal"
          value={draft.in}
          onChange={(text) => change({ in: text })}
          onEnter={commit}
        />
        <Part
          label={strings.out}
          mode="decimal"
          value={draft.out}
          onChange={(text) => change({ out: text })}
          onEnter={commit}
        />
        <Part
          label={strings.currency}
          mode="text"
          value={draft.currency}
          onChange={(text) => change({ currency: text })}
          onEnter={commit}
        />
        {changed ? (
          <Button size="small" disabled={!read.ok} focusableWhenDisabled onClick={commit}>
            {strings.save}
          </Button>
        ) : (
          <span className={css.saved} role="status">
            {state.kind === 'saved' ? strings.saved : ''}
          </span>
        )}
      </div>
      {changed && !read.ok ? (
        <p className={css.error} role="alert">
          {strings.problems[read.problem]}
        </p>
      ) : null}
      {state.kind === 'failed' ? (
        <p className={css.error} role="alert">
          <TroubleText {...state.error} />
        </p>
      ) : null}
      <p className={css.hint}>{strings.hint}</p>
    </fieldset>
  )
}

type PartProps = {
  readonly label: string
  readonly mode: 'decimal' | 'text'
  readonly value: string
  onChange(text: string): void
  onEnter(): void
}

function Part({ label, mode, value, onChange, onEnter }: PartProps) {
  const id = useId()
  return (
    <div className={price.part}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={css.input}
        inputMode={mode}
        maxLength={12}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && onEnter()}
      />
    </div>
  )
}
