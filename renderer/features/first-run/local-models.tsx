// Model servers that run on this machine, by name; one click takes a model and asks it for one
// word.
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { LocalServer } from '../../../contract/agent/local-model.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { FoundServers } from '../../../contract/agent/local-model.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { changeLive, useLive } from '../../state/live/live-store.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import { duration } from '../../ui/text/time-text.ts'
import css from './first-run.module.css'
import { strings } from './strings.ts'

type Taken =
  | { readonly kind: 'rest' }
  | { readonly kind: 'busy'; readonly model: string }
  | {
      readonly kind: 'answered'
      readonly model: string
      readonly ms: number
    }
  /** Not set: it could not be saved. */
  | { readonly kind: 'refused'; readonly error: Failure }
  | { readonly kind: 'mute'; readonly model: string; readonly error: Failure }

/** `more`: another way to a model, beside the search. */
export function LocalModels({ more }: { readonly more?: ReactNode }) {
  const bridge = useBridge()
  const [found, setFound] = useState<FoundServers | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(true)
  const [taken, setTaken] = useState<Taken>({ kind: 'rest' })
  const findModels = async (again: boolean): Promise<void> => {
    setBusy(true)
    const result = await bridge.call('model.find', { again })
    setBusy(false)
    if (result.ok) setFound(result.value)
    setError(result.ok ? null : result.error)
  }
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => void findModels(false), [bridge])

  const check = async (model: string): Promise<void> => {
    setTaken({ kind: 'busy', model })
    const answer = await bridge.call('model.check', {})
    setTaken(
      answer.ok
        ? { kind: 'answered', model, ms: answer.value.durationMs }
        : { kind: 'mute', model, error: answer.error },
    )
  }
  const set = async (
    model: Parameters<typeof bridge.call<'config.update'>>[1]['model'],
  ): Promise<boolean> => {
    const saved = await bridge.call('config.update', { model })
    if (saved.ok) changeLive((live) => ({ ...live, app: saved.value }))
    else setTaken({ kind: 'refused', error: saved.error })
    return saved.ok
  }
  const take = async ({ baseUrl }: LocalServer, name: string): Promise<void> => {
    setTaken({ kind: 'busy', model: name })
    if (await set({ provider: 'openai-compatible', name, baseUrl, apiKeyEnv: null, price: null }))
      await check(name)
  }
  const back = async (): Promise<void> => {
    if (await set({ provider: 'manual' })) setTaken({ kind: 'rest' })
  }

  return (
    <div className={css.models}>
      <p className={css.text} role="status">
        {busy
          ? strings.modelsFinding
          : (found?.servers.length ?? 0) > 0
            ? ''
            : found?.at === null
              ? strings.modelsUnseen
              : strings.modelsNone}
      </p>
      {(found?.servers ?? []).map((server) => (
        <Server
          key={server.baseUrl}
          server={server}
          busy={taken.kind === 'busy'}
          take={(name) => void take(server, name)}
        />
      ))}
      <div className={css.row}>
        <Button
          size="small"
          disabled={busy}
          focusableWhenDisabled
          onClick={() => void findModels(true)}
        >
          {found?.at === null ? strings.modelsFind : strings.modelsAgain}
        </Button>
        {more}
      </div>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <div role="status" className={css.taken}>
        <TakenWords taken={taken} check={(model) => void check(model)} back={() => void back()} />
      </div>
    </div>
  )
}

function Server({
  server,
  busy,
  take,
}: {
  readonly server: LocalServer
  readonly busy: boolean
  take(name: string): void
}) {
  const { models, baseUrl } = server
  const id = useId()
  const now = useLive((live) => live.app?.model ?? null)
  const here = now?.provider === 'openai-compatible' && now.baseUrl === baseUrl ? now.name : null
  const [chosen, setChosen] = useState<string | null>(null)
  const model =
    chosen !== null && models.includes(chosen)
      ? chosen
      : here !== null && models.includes(here)
        ? here
        : models[0]
  return (
    <div className={css.server} role="group" aria-labelledby={id}>
      <p id={id} className={css.serverName}>
        <b>{server.server}</b> <code>{new URL(baseUrl).host}</code>
      </p>
      {model === undefined ? (
        <p className={css.text}>{strings.noModels(server.server)}</p>
      ) : (
        <div className={css.row}>
          {models.length === 1 ? (
            <code className={css.model}>{model}</code>
          ) : (
            <Pick
              label={strings.pick(server.server)}
              value={model}
              choices={models.map((value) => ({ value, label: value }))}
              onChange={setChosen}
            />
          )}
          {model === here ? (
            <b className={css.inUse}>{strings.inUse}</b>
          ) : (
            <Button
              size="small"
              tone="strong"
              disabled={busy}
              focusableWhenDisabled
              onClick={() => take(model)}
              className={css.use}
            >
              {strings.use(model)}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function TakenWords({
  taken,
  check,
  back,
}: {
  readonly taken: Taken
  check(model: string): void
  back(): void
}) {
  switch (taken.kind) {
    case 'rest':
      return null
    case 'busy':
      return <p className={css.text}>{strings.using}</p>
    case 'answered':
      return <Notice tone="ok">{strings.used(taken.model, duration(taken.ms))}</Notice>
    case 'refused':
      return (
        <Notice tone="bad">
          <TroubleText {...taken.error} />
        </Notice>
      )
    case 'mute':
      return (
        <>
          <Notice tone="warn">
            <b>{strings.mute(taken.model)}</b> <TroubleText {...taken.error} />
          </Notice>
          <div className={css.row}>
            <Button size="small" onClick={() => check(taken.model)}>
              {strings.tryAgain}
            </Button>
            <Button size="small" tone="quiet" onClick={back}>
              {strings.manual}
            </Button>
          </div>
        </>
      )
    default:
      return taken satisfies never
  }
}
