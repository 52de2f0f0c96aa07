// Name and state of a server, what is wrong with it in plain words, and what can be done with it.
import { KeyRound, Play, Power, RotateCw, Trash2, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { needsFetch } from '../../../../contract/server/package-of.ts'
import type { ServerListing } from '../../../../contract/server/server.ts'
import { scopesIn } from '../../../../contract/server/sign-in-scopes.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useNow } from '../../../state/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { clockSpan } from '../../../ui/text/time-text.ts'
import css from '../servers-screen.module.css'
import { FetchPackage } from './fetch-package.tsx'
import { StateMark } from '../state-mark.tsx'
import { strings } from '../strings.ts'
import { useAct } from '../../../state/use-act.ts'

const words = strings.head

type Props = { readonly server: ServerListing; changed(): void; onGone(): void }

export function ServerHead({ server, changed, onGone }: Props) {
  const bridge = useBridge()
  const { act, busy, error } = useAct()
  const [confirming, setConfirming] = useState(false)
  const { name, config, state, version, protocol } = server
  const run = async (
    what: string,
    work: () => ReturnType<typeof bridge.call<'servers.start'>>,
  ): Promise<void> => {
    if ((await act(what, work)) !== null) changed()
  }
  const start = (): void => void run('start', () => bridge.call('servers.start', { name }))
  const off = state.kind === 'off'
  const fetch = needsFetch(config)
  const starts = {
    off: words.switchOn,
    stopped: words.startAgain,
    waiting: words.tryNow,
    'needs-sign-in': words.signIn,
  }
  const startWords = state.kind === 'ready' || state.kind === 'starting' ? null : starts[state.kind]
  return (
    <header className={css.head}>
      <div className={css.headTop}>
        <h2 className={css.name}>
          <Exact text={name} />
        </h2>
        <StateMark server={server} />
        <span className={css.quiet}>
          {strings.transports[config.transport]} · {strings.trusts[config.trust].name}
          {version === null || protocol === null ? '' : ` · ${words.version(version, protocol)}`}
        </span>
      </div>
      <div className={css.acts}>
        {fetch ? <FetchPackage name={name} again={false} changed={changed} /> : null}
        {startWords === null || (fetch && !off) ? null : (
          <Button
            size="small"
            tone={fetch ? 'plain' : 'strong'}
            icon={
              state.kind === 'needs-sign-in' ? (
                <KeyRound size={14} aria-hidden="true" />
              ) : (
                <Play size={14} aria-hidden="true" />
              )
            }
            aria-disabled={busy !== null}
            onClick={start}
          >
            {startWords}
          </Button>
        )}
        {state.kind !== 'ready' && state.kind !== 'starting' ? null : (
          <Button
            size="small"
            icon={<RotateCw size={14} aria-hidden="true" />}
            aria-disabled={busy !== null}
            onClick={() => void run('restart', () => bridge.call('servers.restart', { name }))}
          >
            {words.restart}
          </Button>
        )}
        {off ? null : (
          <Button
            size="small"
            icon={<Power size={14} aria-hidden="true" />}
            aria-disabled={busy !== null}
            onClick={() =>
              void run('off', () => bridge.call('servers.change', { name, enabled: false }))
            }
          >
            {words.switchOff}
          </Button>
        )}
        <Button
          size="small"
          tone="quiet"
          icon={<Trash2 size={14} aria-hidden="true" />}
          aria-expanded={confirming}
          onClick={() => setConfirming(true)}
        >
          {words.remove}
        </Button>
      </div>
      {confirming ? (
        <ConfirmRemove
          name={name}
          busy={busy !== null}
          close={() => setConfirming(false)}
          remove={() =>
            void act('remove', () => bridge.call('servers.remove', { name })).then((done) => {
              if (done !== null) onGone()
            })
          }
        />
      ) : null}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <Trouble server={server} />
    </header>
  )
}

type ConfirmProps = {
  readonly name: string
  readonly busy: boolean
  close(): void
  remove(): void
}

function ConfirmRemove({ name, busy, close, remove }: ConfirmProps) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <div
      className={css.confirm}
      role="alertdialog"
      aria-label={words.removeTitle(name)}
      aria-describedby="remove-text"
    >
      <p id="remove-text">
        <b>{words.removeTitle(name)}</b> {words.removeText}
      </p>
      <Button
        ref={keep}
        size="small"
        onClick={close}
        onKeyDown={(event) => event.key === 'Escape' && close()}
      >
        {words.keep}
      </Button>
      <Button size="small" tone="strong" aria-disabled={busy} onClick={remove}>
        {words.removeNow}
      </Button>
    </div>
  )
}

/** Where a person signs in now, and what they are asked to allow there. */
function SignInPage({ address }: { readonly address: string }) {
  const scopes = scopesIn(address)
  return (
    <Notice tone="warn" icon={<KeyRound size={16} aria-hidden="true" />}>
      <p>{words.signInWaits}</p>
      <p>
        <a className={css.link} href={address} target="_blank" rel="noreferrer">
          {new URL(address).host}
        </a>
      </p>
      <p>{scopes.length === 0 ? words.signInNoScopes : words.signInScopes(scopes.length)}</p>
      {scopes.length === 0 ? null : (
        <ul>
          {scopes.map((scope) => (
            <li key={scope}>
              <code>
                <Exact text={scope} />
              </code>
            </li>
          ))}
        </ul>
      )}
      <CopyLine text={address} words={strings.copy} />
    </Notice>
  )
}

function Trouble({ server }: { readonly server: ServerListing }) {
  const { state, advice, signInUrl } = server
  const icon = <TriangleAlert size={16} aria-hidden="true" />
  return (
    <>
      {state.kind === 'stopped' ? (
        <Notice tone="bad" icon={icon}>
          <TroubleText text={state.text} hint={state.hint} />
        </Notice>
      ) : null}
      {state.kind === 'waiting' ? (
        state.until === 0 ? (
          <p className={css.quiet}>{words.idleText}</p>
        ) : (
          <Again {...state} />
        )
      ) : null}
      {state.kind === 'needs-sign-in' ? (
        <Notice tone="warn" icon={<KeyRound size={16} aria-hidden="true" />}>
          <TroubleText text={state.text} />
        </Notice>
      ) : null}
      {signInUrl === undefined ? null : <SignInPage address={signInUrl} />}
      {state.kind === 'off' ? <p className={css.quiet}>{words.offText}</p> : null}
      {state.kind === 'starting' ? <p className={css.quiet}>{words.startingText}</p> : null}
      {advice.map((text) => (
        <Notice key={text} tone="info">
          <Exact text={text} />
        </Notice>
      ))}
    </>
  )
}

function Again({ until, text }: { readonly until: number; readonly text: string }) {
  const left = until - useNow()
  return (
    <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
      <TroubleText text={text} hint={left > 0 ? words.again(clockSpan(left)) : words.againSoon} />
    </Notice>
  )
}
