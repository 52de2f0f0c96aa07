// What came in from outside, each with its text where a person wants to read it.
import { useId, useState } from 'react'
import type { InboundEvent } from '../../../contract/inbound/event.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useAct } from '../../state/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Section, TroubleText } from '../../ui/panel.tsx'
import { inboundStrings } from './inbound-strings.ts'
import { momentShort } from './moment.ts'
import css from './schedules.module.css'

const words = inboundStrings.events

type Props = {
  /** Null: not read yet. */
  readonly events: readonly InboundEvent[] | null
  readonly more: boolean
  older(): void
  done(text: string): void
}

export function Events({ events, more, older, done }: Props) {
  if (events === null) return null
  return (
    <Section title={words.title}>
      <p className={events.length === 0 ? css.empty : css.lead}>
        {events.length === 0 ? words.none : words.text}
      </p>
      <ul className={css.list}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} done={done} />
        ))}
      </ul>
      {more ? (
        <div className={css.more}>
          <Button size="small" onClick={older}>
            {words.older}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}

function EventRow({ event, done }: { readonly event: InboundEvent; done(text: string): void }) {
  const bridge = useBridge()
  const { busy, error, act } = useAct()
  /** The whole text; null: it is not shown. */
  const [whole, setWhole] = useState<string | null>(null)
  const open = whole !== null
  const text = useId()
  const { id, source, type, state, channel, receivedAt, jobs, flags } = event
  const show = async (): Promise<void> => {
    if (open) return setWhole(null)
    const read = await act('show', () => bridge.call('events.get', { id }))
    if (read !== null) setWhole(read.text)
  }
  const process = async (): Promise<void> => {
    if ((await act('process', () => bridge.call('events.process', { id }))) !== null)
      done(words.processedNow(id))
  }
  return (
    <li className={css.run}>
      <span className={css.mark} data-tone={state === 'pending' ? 'run' : 'plain'}>
        {words[state]}
      </span>
      <div className={css.runText}>
        <p>
          <b>{type === '' ? source : `${source}: ${type}`}</b>{' '}
          <span className={css.hint}>
            {[
              momentShort(receivedAt),
              ...(channel === 'command' ? [words.byHand] : []),
              ...(jobs.length === 0 ? [] : [words.started(jobs.join(', '))]),
            ].join(' · ')}
          </span>
        </p>
        {flags.length === 0 ? null : <p className={css.held}>{words.careful(flags.join(', '))}</p>}
        {open ? (
          <pre id={text} className={css.eventText}>
            {whole}
          </pre>
        ) : null}
        {error === null ? null : (
          <p role="alert" className={css.error}>
            <TroubleText {...error} />
          </p>
        )}
      </div>
      <div className={css.acts}>
        <Button
          size="small"
          aria-expanded={open}
          {...(open ? { 'aria-controls': text } : {})}
          aria-label={`${open ? words.hide : words.show}: ${words.of(id, source)}`}
          onClick={() => void show()}
        >
          {open ? words.hide : words.show}
        </Button>
        {state === 'pending' ? (
          <Button
            size="small"
            tone="quiet"
            aria-label={`${words.process}: ${words.of(id, source)}`}
            disabled={busy !== null}
            focusableWhenDisabled
            onClick={() => void process()}
          >
            {words.process}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
