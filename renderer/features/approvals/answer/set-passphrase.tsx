// The first passphrase, set where it is missed: the call goes on waiting on the same card.
import { useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button } from '../../../ui/button.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import css from './answers.module.css'
import { strings } from '../strings.ts'

const { passphrase: words } = strings
/** As main wants it. */
const LEAST = 8

export function SetPassphrase({ onSet }: { onSet(): void }) {
  const bridge = useBridge()
  const [open, setOpen] = useState(false)
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const fault =
    next !== '' && next.length < LEAST
      ? words.short(LEAST)
      : again !== '' && again !== next
        ? words.differs
        : null
  const ready = next.length >= LEAST && again === next && !busy
  const send = async (): Promise<void> => {
    if (!ready) return
    setBusy(true)
    const result = await bridge.call('step-up.set-passphrase', { passphrase: next })
    setBusy(false)
    setError(result.ok ? null : result.error)
    if (!result.ok) return
    setNext('')
    setAgain('')
    onSet()
  }
  if (!open)
    return (
      <div className={css.unset}>
        <p>{words.unset}</p>
        <Button size="small" onClick={() => setOpen(true)}>
          {words.open}
        </Button>
      </div>
    )
  return (
    <form
      className={css.setting}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className={css.briefly}>{words.text}</p>
      <div className={css.pairOfFields}>
        <label className={css.field}>
          <span>{words.next}</span>
          <input
            // It was asked for by the press that opened this.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            type="password"
            autoComplete="new-password"
            value={next}
            onChange={({ target }) => setNext(target.value)}
          />
        </label>
        <label className={css.field}>
          <span>{words.again}</span>
          <input
            type="password"
            autoComplete="new-password"
            value={again}
            onChange={({ target }) => setAgain(target.value)}
          />
        </label>
      </div>
      {fault === null && error === null ? null : (
        <p className={css.bad} role="alert">
          {fault ?? (error === null ? null : <TroubleText {...error} />)}
        </p>
      )}
      <div className={css.panelEnd}>
        <Button size="small" type="submit" aria-disabled={!ready}>
          {words.set}
        </Button>
        <Button size="small" tone="quiet" type="button" onClick={() => setOpen(false)}>
          {strings.cancel}
        </Button>
      </div>
    </form>
  )
}
