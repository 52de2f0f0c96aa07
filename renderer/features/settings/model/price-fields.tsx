// What a million tokens of one model cost: four fields, saved together. What this version knows is
// filled in, and counts once the person has saved it.
import { useEffect, useId, useState } from 'react'
import { KNOWN_SINCE } from '../../../../contract/policy/config/known-prices.ts'
import type { ConfigPatch } from '../../../../contract/policy/config/config-patch.ts'
import { Button } from '../../../ui/button.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { draftOf, type PriceDraft, type PriceRow, readPrice } from './price-draft.ts'
import css from '../settings-screen.module.css'
import own from './price-fields.module.css'
import { priceStrings as strings } from './price-strings.ts'
import { useSave } from '../use-save.ts'

type Props = {
  readonly row: PriceRow
  /** The model that agents use where they name none. */
  readonly current: boolean
  onRemoved(): void
}

export function PriceFields({ row, current, onRemoved }: Props) {
  const { model, price, from, known } = row
  const { state, save, reset } = useSave()
  const stored = JSON.stringify(draftOf(price ?? known))
  const [draft, setDraft] = useState<PriceDraft>(JSON.parse(stored) as PriceDraft)
  const changed = JSON.stringify(draft) !== stored
  const read = readPrice(draft)
  // Another window or the file itself may change it.
  useEffect(() => setDraft(JSON.parse(stored) as PriceDraft), [stored])

  const change = (part: Partial<PriceDraft>): void => {
    setDraft({ ...draft, ...part })
    reset()
  }
  const mayBeSaved = changed || known !== null || from !== null
  const commit = (): void =>
    void (read.ok && mayBeSaved && save(patchOf(model, read.price, current)))
  const remove = async (): Promise<void> => {
    if (await save(patchOf(model, null, current))) onRemoved()
  }
  return (
    <li className={own.model} aria-label={model}>
      <div className={own.name}>
        <b>
          <Exact text={model} />
        </b>
        {current ? <span>{strings.current}</span> : null}
      </div>
      <div className={own.row}>
        {(['in', 'cached', 'out', 'currency'] as const).map((key) => (
          <Part
            key={key}
            label={strings.fields[key]}
            model={model}
            mode={key === 'currency' ? 'text' : 'decimal'}
            known={known !== null && !changed}
            value={draft[key]}
            onChange={(text) => change({ [key]: text })}
            onEnter={commit}
          />
        ))}
        {mayBeSaved ? (
          <Button
            size="small"
            aria-label={strings.saveOf(model)}
            disabled={!read.ok}
            focusableWhenDisabled
            onClick={commit}
          >
            {strings.save}
          </Button>
        ) : price === null ? null : (
          <Button
            size="small"
            tone="quiet"
            aria-label={strings.removeOf(model)}
            onClick={() => void remove()}
          >
            {strings.remove}
          </Button>
        )}
        <span className={css.saved} role="status">
          {state.kind === 'saved' && !mayBeSaved ? strings.saved : ''}
        </span>
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
      {changed ? null : <Source row={row} />}
    </li>
  )
}

function Source({ row: { price, from, known } }: Pick<Props, 'row'>) {
  if (known !== null) return <p className={css.hint}>{strings.known(KNOWN_SINCE)}</p>
  if (price === null) return <p className={css.hint}>{strings.unset}</p>
  return from === null ? null : <p className={css.hint}>{strings.from(from)}</p>
}

/** The one price of the model in use is an older key: without it, no price would be none. */
const patchOf = (model: string, price: PriceRow['price'], current: boolean): ConfigPatch => ({
  model: { prices: { [model]: price }, ...(price === null && current ? { price: null } : {}) },
})

type PartProps = {
  readonly label: string
  readonly model: string
  readonly mode: 'decimal' | 'text'
  readonly known: boolean
  readonly value: string
  onChange(text: string): void
  onEnter(): void
}

function Part({ label, model, mode, known, value, onChange, onEnter }: PartProps) {
  const id = useId()
  return (
    <div className={own.part}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={css.input}
        aria-label={strings.of(label, model)}
        data-known={known}
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
