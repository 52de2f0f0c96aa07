// By which senders events may come in. A secret is shown once, when its webhook is made or renewed.
import { KeyRound, Pause, Play, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { EventSource } from '../../../contract/inbound/event.ts'
import type { NewWebhook, WebhooksState } from '../../../contract/inbound/webhook.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useAct } from '../../state/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, Section, TroubleText } from '../../ui/panel.tsx'
import { CopyLine } from '../../ui/text/copy-line.tsx'
import { FormField } from './form-field.tsx'
import { inboundStrings } from './inbound-strings.ts'
import { momentShort } from './moment.ts'
import css from './schedules.module.css'
import jobForm from './job-form.module.css'

const words = inboundStrings.webhooks

type Hook = WebhooksState['hooks'][number]
type Props = {
  /** Null: not read yet. */
  readonly state: WebhooksState | null
  done(text: string): void
}

export function Webhooks({ state, done }: Props) {
  const [created, setCreated] = useState<NewWebhook | null>(null)
  if (state === null) return null
  return (
    <Section title={words.title}>
      <p className={css.lead}>{words.text}</p>
      {state.problem === null ? null : (
        <Notice tone="bad" alert>
          {state.problem}
        </Notice>
      )}
      {created === null ? null : (
        <SecretOnce
          key={created.secret}
          created={created}
          done={() => {
            setCreated(null)
            done('')
          }}
        />
      )}
      {state.hooks.length === 0 ? <p className={css.empty}>{words.none}</p> : null}
      <ul className={css.list}>
        {state.hooks.map((hook) => (
          <HookRow key={hook.name} hook={hook} done={done} renewed={setCreated} />
        ))}
      </ul>
      <NewHook
        created={(hook) => {
          setCreated(hook)
          done('')
        }}
      />
    </Section>
  )
}

function HookRow({
  hook: { name, paused, url, received, usedAt },
  done,
  renewed,
}: {
  readonly hook: Hook
  done(text: string): void
  renewed(created: NewWebhook): void
}) {
  const bridge = useBridge()
  const { busy, error, act } = useAct()
  const [asking, setAsking] = useState<'remove' | 'renew' | null>(null)
  const pause = async (): Promise<void> => {
    const input = { name, paused: !paused }
    if ((await act('pause', () => bridge.call('webhooks.pause', input))) !== null) done('')
  }
  const remove = async (): Promise<void> => {
    if ((await act('remove', () => bridge.call('webhooks.remove', { name }))) !== null)
      done(words.removed(name))
  }
  const renew = async (): Promise<void> => {
    const created = await act('renew', () => bridge.call('webhooks.renew', { name }))
    if (created === null) return
    setAsking(null)
    renewed(created)
  }
  return (
    <li className={css.job} data-paused={paused}>
      <div className={css.jobHead}>
        <h3>{name}</h3>
        <span className={css.mark} data-tone={paused ? 'plain' : url === null ? 'warn' : 'ok'}>
          {paused ? words.paused : url === null ? words.closed : words.open}
        </span>
        <div className={css.acts}>
          <Button
            size="small"
            icon={
              paused ? (
                <Play size={13} aria-hidden="true" />
              ) : (
                <Pause size={13} aria-hidden="true" />
              )
            }
            aria-label={`${paused ? words.resume : words.pause}: ${name}`}
            disabled={busy !== null}
            focusableWhenDisabled
            onClick={() => void pause()}
          >
            {paused ? words.resume : words.pause}
          </Button>
          <Button
            size="small"
            icon={<KeyRound size={13} aria-hidden="true" />}
            aria-label={`${words.renew}: ${name}`}
            aria-expanded={asking === 'renew'}
            onClick={() => setAsking(asking === 'renew' ? null : 'renew')}
          >
            {words.renew}
          </Button>
          <Button
            size="small"
            tone="quiet"
            icon={<Trash2 size={13} aria-hidden="true" />}
            aria-label={`${words.remove}: ${name}`}
            aria-expanded={asking === 'remove'}
            onClick={() => setAsking(asking === 'remove' ? null : 'remove')}
          >
            {words.remove}
          </Button>
        </div>
      </div>
      {url === null ? null : <CopyLine text={url} words={inboundStrings.copy} />}
      <p className={css.hint}>
        {usedAt === null
          ? words.never
          : [words.received(received), words.last(momentShort(usedAt))].join(' · ')}
      </p>
      {asking === null ? null : (
        <Confirm
          key={asking}
          question={asking === 'remove' ? words.sure(name) : words.sureNew(name)}
          answer={asking === 'remove' ? words.remove : words.renew}
          keep={() => setAsking(null)}
          act={() => void (asking === 'remove' ? remove() : renew())}
        />
      )}
      {error === null ? null : (
        <p role="alert" className={css.error}>
          <TroubleText {...error} />
        </p>
      )}
    </li>
  )
}

function Confirm({
  question,
  answer,
  keep,
  act,
}: {
  readonly question: string
  readonly answer: string
  keep(): void
  act(): void
}) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className={css.confirm} role="group" aria-label={question}>
      <p>{question}</p>
      <Button ref={first} size="small" onClick={keep}>
        {words.keep}
      </Button>
      <Button size="small" tone="strong" onClick={act}>
        {answer}
      </Button>
    </div>
  )
}

function NewHook({ created }: { created(hook: NewWebhook): void }) {
  const bridge = useBridge()
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const { busy, error, act } = useAct()
  const create = async (): Promise<void> => {
    const read = EventSource.safeParse(name.trim())
    if (!read.success) return setWrong(words.nameHint)
    const hook = await act('create', () => bridge.call('webhooks.add', { name: read.data }))
    if (hook === null) return
    setName('')
    created(hook)
  }
  return (
    <form
      className={jobForm.newHook}
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <FormField
        label={words.name}
        hint={words.nameHint}
        value={name}
        error={wrong}
        kind="code"
        onChange={(text) => {
          setName(text)
          setWrong(undefined)
        }}
      />
      <Button type="submit" size="small" disabled={busy !== null} focusableWhenDisabled>
        {words.create}
      </Button>
      {error === null ? null : (
        <p role="alert" className={css.error}>
          <TroubleText {...error} />
        </p>
      )}
    </form>
  )
}

/** The one time that a secret can be seen. */
function SecretOnce({ created, done }: { readonly created: NewWebhook; done(): void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const { name, secret, url } = created
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={words.secretTitle(name)}
      className={css.secret}
    >
      <Notice tone="ok">
        <b>{words.secretTitle(name)}</b>
        <p>{words.secretText}</p>
        <CopyLine text={secret} words={inboundStrings.copy} />
        {url === null ? null : <CopyLine text={url} words={inboundStrings.copy} />}
        <Button size="small" onClick={done}>
          {words.secretDone}
        </Button>
      </Notice>
    </div>
  )
}
