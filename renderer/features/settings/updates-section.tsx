// Updates, step by step: a channel, a check, a download, an install. What changed is shown before
// anything is installed.
import { useEffect, useState } from 'react'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { Failure } from '../../../contract/failure.ts'
import { assertNever } from '../../../contract/never.ts'
import type { Result } from '../../../contract/result.ts'
import type { UpdateOffer, UpdateState } from '../../../contract/desktop/update.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import css from './updates-section.module.css'
import { SettingsPart } from './settings-part.tsx'
import { strings } from './strings.ts'
import { useSave } from './use-save.ts'

const words = strings.updates
const channels = (['off', 'stable', 'beta'] as const).map((value) => ({
  value,
  label: words.channels[value],
}))

export function UpdatesSection({ app }: { readonly app: AppState }) {
  const bridge = useBridge()
  const { save, state: saving } = useSave()
  const read = useRead(bridge, 'updates.state', {})
  const [event, setEvent] = useState<UpdateState | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  useEffect(
    () =>
      bridge.subscribe((sent) => {
        if (sent?.kind === 'updates-changed') setEvent(sent.updates)
      }),
    [bridge],
  )
  const state = event ?? read.value
  const act = (asked: Promise<Result<UpdateState, Failure>>): void =>
    void asked.then((result) => {
      if (result.ok) setEvent(result.value)
      setError(result.ok ? null : result.error)
    })
  const trouble = error ?? read.error ?? (saving.kind === 'failed' ? saving.error : null)
  return (
    <SettingsPart topic="updates" title={words.title} text={words.text} ready={state !== null}>
      {state === null ? null : state.kind === 'elsewhere' ? (
        <p>{state.text}</p>
      ) : (
        <>
          <div className={css.row}>
            <span>{words.channel}</span>
            <Pick
              wide
              label={words.channel}
              value={app.desktop.updates}
              choices={channels}
              onChange={(updates) => void save({ desktop: { updates } })}
            />
          </div>
          <Step
            state={state}
            check={() => act(bridge.call('updates.check', {}))}
            download={() => act(bridge.call('updates.download', {}))}
            install={(wait) => act(bridge.call('updates.install', { wait }))}
          />
        </>
      )}
      {trouble === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...trouble} />
        </Notice>
      )}
    </SettingsPart>
  )
}

type StepProps = {
  readonly state: Exclude<UpdateState, { kind: 'elsewhere' }>
  check(): void
  download(): void
  install(wait: boolean): void
}

function Step({ state, check, download, install }: StepProps) {
  switch (state.kind) {
    case 'off':
      return <p role="status">{words.off}</p>
    case 'current':
      return (
        <div className={css.step}>
          <p role="status">{state.checkedAt === null ? words.unchecked : words.current}</p>
          <Button onClick={check}>{words.check}</Button>
        </div>
      )
    case 'checking':
      return <p role="status">{words.checking}</p>
    case 'available':
      return (
        <div className={css.step}>
          <p role="status">{words.available(state.offer.version)}</p>
          <Changes offer={state.offer} />
          <Button tone="strong" onClick={download}>
            {words.download}
          </Button>
        </div>
      )
    case 'downloading':
      return (
        <div className={css.step}>
          <p role="status">{words.downloading(state.offer.version, state.percent)}</p>
          <progress
            className={css.progress}
            max={100}
            value={state.percent}
            aria-label={words.downloading(state.offer.version, state.percent)}
          />
          <Changes offer={state.offer} />
        </div>
      )
    case 'ready':
      return (
        <div className={css.step}>
          <p role="status">
            {words.ready(state.offer.version)} {state.waiting ? words.waiting : null}
          </p>
          <Changes offer={state.offer} />
          <p className={css.hint}>{words.backup}</p>
          {state.waiting ? (
            <Button onClick={() => install(false)}>{words.cancel}</Button>
          ) : (
            <Button tone="strong" onClick={() => install(true)}>
              {words.install}
            </Button>
          )}
        </div>
      )
    case 'installing':
      return <p role="status">{words.installing}</p>
    case 'failed':
      return (
        <div className={css.step}>
          <Notice tone="warn">
            <TroubleText text={state.text} hint={state.hint} />
          </Notice>
          <Button onClick={check}>{words.again}</Button>
        </div>
      )
    default:
      return assertNever(state, 'Step')
  }
}

/** As plain text: the notes come from outside. */
function Changes({ offer }: { readonly offer: UpdateOffer }) {
  return (
    <section aria-label={words.notes(offer.version)} className={css.notes}>
      <h3>{words.notes(offer.version)}</h3>
      <pre>{offer.notes === '' ? words.noNotes : offer.notes}</pre>
    </section>
  )
}
