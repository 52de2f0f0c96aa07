// Anything else that uses Gatehouse as its server: how it gets there, and who may come in over HTTP.
import { useEffect, useRef, useState } from 'react'
import type {
  ClientDelegation,
  ClientListing,
  ClientsState,
  NewClient,
} from '../../../contract/server/gateway.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useNow } from '../../state/use-now.ts'
import type { Read } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { CopyLine } from '../../ui/text/copy-line.tsx'
import { Notice, Section, TroubleText } from '../../ui/panel.tsx'
import { ago, fullTime } from '../../ui/text/time-text.ts'
import css from './agents.module.css'
import { AddClient } from './add-client.tsx'
import { strings } from './strings.ts'
import { useAct } from '../../state/use-act.ts'

const words = strings.gateway
/** Anything else that speaks MCP: by a program that it starts, or over HTTP with a token. */
export function HttpClients({ state: { value, reload } }: { readonly state: Read<ClientsState> }) {
  const [created, setCreated] = useState<NewClient | null>(null)
  const tokens = value?.clients ?? []
  return (
    <Section title={words.title}>
      <div className={css.body}>
        <p className={css.text}>{words.text}</p>
        <div>
          <p>{words.streams}</p>
          <CopyLine text="gatehouse mcp --client NAME" words={strings.copy} />
        </div>
        <div>
          <p>{words.http}</p>
          {(value?.url ?? null) === null ? (
            <p className={css.text}>{words.noUrl}</p>
          ) : (
            <CopyLine text={value?.url ?? ''} words={strings.copy} />
          )}
        </div>
        {created === null ? null : <Token created={created} done={() => setCreated(null)} />}
        {tokens.length === 0 ? <p className={css.text}>{words.nobody}</p> : null}
        <ul className={css.clients}>
          {tokens.map((client) => (
            <Allowed
              key={client.name}
              client={client}
              limits={value?.limits.find(({ name }) => name === client.name)}
              gone={reload}
            />
          ))}
          <li>
            <AddClient
              created={(client) => {
                setCreated(client)
                reload()
              }}
            />
          </li>
        </ul>
      </div>
    </Section>
  )
}

type AllowedProps = {
  readonly client: ClientListing
  readonly limits: ClientsState['limits'][number] | undefined
  gone(): void
}

function Allowed({ client: { name, createdAt, usedAt, delegation }, limits, gone }: AllowedProps) {
  const bridge = useBridge()
  const now = useNow()
  const { act, busy, error } = useAct()
  const [confirming, setConfirming] = useState(false)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (confirming) keep.current?.focus()
  }, [confirming])
  const view = [
    (limits?.preset ?? null) === null ? words.presetInForce : words.preset(limits?.preset ?? ''),
    ...((limits?.perMinute ?? 0) === 0 ? [] : [words.perMinute(limits?.perMinute ?? 0)]),
    ...(limits?.elicitation === true ? [words.answers] : []),
    ...(delegation === undefined
      ? []
      : [
          words.narrowed(
            toolsIn(delegation),
            delegation.calls === null ? null : delegation.calls - delegation.used,
            delegation.expiresAt <= now,
          ),
        ]),
  ]
  return (
    <li>
      <div className={css.client}>
        <code>{name}</code>
        <span className={css.text}>
          {words.created(ago(now - createdAt))} ·{' '}
          {usedAt === null ? words.never : words.used(ago(now - usedAt))} · {view.join(' · ')}
        </span>
        {confirming ? null : (
          <Button
            size="small"
            tone="quiet"
            aria-label={words.removeNamed(name)}
            onClick={() => setConfirming(true)}
          >
            {words.remove}
          </Button>
        )}
      </div>
      {confirming ? (
        <div className={css.confirm} role="alertdialog" aria-label={words.removeNamed(name)}>
          <p>{words.removeAsk(name)}</p>
          <Button
            ref={keep}
            size="small"
            onClick={() => setConfirming(false)}
            onKeyDown={({ key }) => key === 'Escape' && setConfirming(false)}
          >
            {words.keep}
          </Button>
          <Button
            size="small"
            tone="strong"
            aria-disabled={busy !== null}
            onClick={() =>
              void act('remove', () => bridge.call('clients.remove', { name })).then(
                (done) => done !== null && gone(),
              )
            }
          >
            {words.removeNow}
          </Button>
        </div>
      ) : null}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
    </li>
  )
}

const toolsIn = ({ grant }: ClientDelegation): string =>
  grant
    .map(({ tool, actions }) => (actions === null ? tool : `${tool} (${actions.join(', ')})`))
    .join(', ')

/** The one time that a token can be seen. */
function Token({ created, done }: { readonly created: NewClient; done(): void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={words.tokenTitle(created.name)}
      className={css.focusBox}
    >
      <Notice tone="ok">
        <b>{words.tokenTitle(created.name)}</b>
        <p>{words.tokenText}</p>
        {created.delegation === undefined ? null : (
          <p>
            {words.tokenLimits(
              toolsIn(created.delegation),
              created.delegation.calls,
              fullTime(created.delegation.expiresAt),
            )}
          </p>
        )}
        <CopyLine text={created.token} words={strings.copy} />
        {created.url === null ? null : <CopyLine text={created.url} words={strings.copy} />}
        <p className={css.actions}>
          <Button size="small" onClick={done}>
            {words.tokenDone}
          </Button>
        </p>
      </Notice>
    </div>
  )
}
