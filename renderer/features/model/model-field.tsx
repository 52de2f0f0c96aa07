// The name of a model: typed, or taken out of the server's own list.
import { useId, useState } from 'react'
import type { ModelServerDraft } from '../../../contract/agent/model-draft.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { matching } from './draft.ts'
import css from './model.module.css'
import { strings } from './strings.ts'

type Listed =
  | { readonly kind: 'rest' }
  | { readonly kind: 'busy' }
  /** `of`: the server as it was when it was asked. */
  | { readonly kind: 'there'; readonly of: string; readonly models: readonly string[] }
  | { readonly kind: 'failed'; readonly error: Failure }

type Props = {
  /** Null while its address is none. */
  readonly server: ModelServerDraft | null
  readonly name: string
  /** The dialog has said what came of a test since: what the list said before is old. */
  readonly tested: boolean
  onChange(name: string): void
  onList(): void
}

export function ModelField({ server, name, tested, onChange, onList }: Props) {
  const bridge = useBridge()
  const id = useId()
  const [listed, setListed] = useState<Listed>({ kind: 'rest' })
  const [open, setOpen] = useState(false)
  const of = JSON.stringify(server)
  const list = async (): Promise<void> => {
    if (server === null) return
    setListed({ kind: 'busy' })
    onList()
    const result = await bridge.call('model.list', server)
    setListed(
      result.ok
        ? { kind: 'there', of, models: result.value.models }
        : { kind: 'failed', error: result.error },
    )
    setOpen(result.ok)
  }
  const there = listed.kind === 'there' && listed.of === of ? listed.models : null
  return (
    <div className={css.field}>
      <label htmlFor={id}>{strings.model}</label>
      <div className={css.row}>
        <input
          id={id}
          className={css.input}
          data-mono="true"
          placeholder={strings.modelPlaceholder}
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={(event) => {
            setOpen(there !== null)
            onChange(event.target.value)
          }}
        />
        <Button
          disabled={server === null || listed.kind === 'busy'}
          focusableWhenDisabled
          onClick={() => void list()}
        >
          {strings.list}
        </Button>
      </div>
      <p role="status" className={css.hint}>
        {listed.kind === 'busy' ? strings.listing : there === null ? '' : said(there, name)}
      </p>
      {listed.kind === 'failed' && !tested ? (
        <Notice tone="bad" alert>
          <TroubleText {...listed.error} />
        </Notice>
      ) : null}
      {there === null || !open ? null : (
        <ul className={css.models} aria-label={strings.choose}>
          {matching(there, name).map((model) => (
            <li key={model}>
              <button
                type="button"
                aria-pressed={model === name}
                onClick={() => {
                  onChange(model)
                  setOpen(false)
                  document.getElementById(id)?.focus()
                }}
              >
                {model}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const said = (models: readonly string[], name: string): string =>
  models.length === 0
    ? strings.listedNone
    : matching(models, name).length === 0
      ? strings.noMatch
      : strings.listed(models.length)
