// Prices of all models that agents use, and of others that a person adds.
import { Field } from '@base-ui/react/field'
import { useState } from 'react'
import type { AppState } from '../../../../contract/ipc/app-state.ts'
import { Button } from '../../../ui/button.tsx'
import { MoneyLimits } from './money-limits.tsx'
import { priceRows } from './price-draft.ts'
import { PriceFields } from './price-fields.tsx'
import css from '../settings-screen.module.css'
import own from './price-fields.module.css'
import { priceStrings as strings } from './price-strings.ts'

export function PriceList({ model }: { readonly model: AppState['model'] }) {
  const [added, setAdded] = useState<readonly string[]>([])
  const rows = priceRows(model, added)
  return (
    <fieldset className={own.prices}>
      <legend className={css.label}>{strings.title}</legend>
      <ul className={own.list}>
        {rows.map((row) => (
          <PriceFields
            key={row.model}
            row={row}
            current={row.model === model.name}
            onRemoved={() => setAdded(added.filter((name) => name !== row.model))}
          />
        ))}
      </ul>
      <AddModel taken={rows.map((row) => row.model)} onAdd={(name) => setAdded([...added, name])} />
      <p className={css.hint}>{strings.hint}</p>
      <MoneyLimits model={model} />
    </fieldset>
  )
}

type AddProps = { readonly taken: readonly string[]; onAdd(name: string): void }

function AddModel({ taken, onAdd }: AddProps) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const again = taken.includes(name)
  const add = (): void => {
    if (name === '' || again) return
    onAdd(name)
    setTyped('')
  }
  return (
    <Field.Root className={own.add} invalid={again}>
      <Field.Label className={css.label}>{strings.add}</Field.Label>
      <div className={css.fieldRow}>
        <Field.Control
          className={css.input}
          data-mono
          value={typed}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          onValueChange={setTyped}
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
        <Button size="small" disabled={name === '' || again} focusableWhenDisabled onClick={add}>
          {strings.addButton}
        </Button>
      </div>
      {again ? (
        <Field.Error match className={css.error}>
          {strings.addAgain}
        </Field.Error>
      ) : null}
      <Field.Description className={css.hint}>{strings.addHint}</Field.Description>
    </Field.Root>
  )
}
