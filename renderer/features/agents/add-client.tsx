// Lets another client in over HTTP: its name, and where wanted what its token is limited to.
import { Plug } from 'lucide-react'
import { useId, useState } from 'react'
import type { NewClient } from '../../../contract/server/gateway.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useAct } from '../../state/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import css from './agents.module.css'
import { LimitsFields } from './limits-fields.tsx'
import { strings } from './strings.ts'
import { NO_LIMITS, requestIn } from './token-limits.ts'
import type { LimitsDraft } from './token-limits.ts'

const words = strings.gateway

export function AddClient({ created }: { created(client: NewClient): void }) {
  const bridge = useBridge()
  const [name, setName] = useState<string | null>(null)
  const [limits, setLimits] = useState<LimitsDraft | null>(null)
  const id = useId()
  const { act, busy, error } = useAct()
  const wrong =
    name === null || name === '' || /^[a-z][a-z0-9-]{0,23}$/.test(name)
      ? undefined
      : words.nameWrong
  const narrowed = limits === null ? null : requestIn(limits)
  const fault = narrowed !== null && 'field' in narrowed ? narrowed : null
  const make = async (): Promise<void> => {
    if (name === null || name === '' || wrong !== undefined || fault !== null) return
    const request = narrowed === null || 'field' in narrowed ? {} : { narrowed }
    const client = await act('add', () => bridge.call('clients.add', { name, ...request }))
    if (client === null) return
    setName(null)
    setLimits(null)
    created(client)
  }
  if (name === null)
    return (
      <Button size="small" icon={<Plug size={14} aria-hidden="true" />} onClick={() => setName('')}>
        {words.allow}
      </Button>
    )
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <label htmlFor={id}>{words.name}</label>
      <input
        id={id}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by a press: it takes the place of the button
        autoFocus
        autoComplete="off"
        spellCheck={false}
        value={name}
        aria-invalid={wrong !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setName(event.target.value)}
      />
      <p id={`${id}-hint`} className={wrong === undefined ? css.text : css.error}>
        {wrong ?? words.nameHint}
      </p>
      <div className={css.client}>
        <ToggleSwitch
          label={words.limits.title}
          on={limits !== null}
          onChange={(on) => setLimits(on ? NO_LIMITS : null)}
        />
        <span aria-hidden="true">{words.limits.title}</span>
      </div>
      {limits === null ? null : <LimitsFields draft={limits} fault={fault} onChange={setLimits} />}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <div className={css.actions}>
        <Button size="small" onClick={() => setName(null)}>
          {words.cancel}
        </Button>
        <Button
          size="small"
          tone="strong"
          type="submit"
          aria-disabled={busy !== null || name === '' || wrong !== undefined || fault !== null}
        >
          {words.make}
        </Button>
      </div>
    </form>
  )
}
