// An event as it comes in: cleaned, kept, and offered to the jobs that wait for one, once.
import { EventType, type EventChannel, type InboundEvent } from '../../contract/inbound/event.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { strictJson } from '../../contract/strict-json.ts'
import type { InboundDeps } from './inbound-deps.ts'
import { openMatches } from './pattern-match.ts'

export type Given = {
  readonly channel: EventChannel
  readonly source: string
  /** Null: as its text says. */
  readonly type: string | null
  readonly text: string
  readonly bytes: number
}

/** The code of an event whose text says two things. */
export const REPEATED = 'event.repeated-key'

/** @param isNew asked in the transaction that keeps it. Null: it came in before. */
export async function takeEvent(
  { channel, source, type, text: raw, bytes }: Given,
  isNew: () => boolean,
  deps: InboundDeps,
): Promise<Result<InboundEvent | null, Failure>> {
  const { events, now } = deps
  // What starts a job by the last of two, a reader of the event may take for the first.
  const read = strictJson(raw)
  if (!read.ok && read.error.kind === 'repeated')
    return err(
      failure(REPEATED, `The event is refused: ${read.error.text}.`, 'Send each key once.'),
    )
  const { text, flags } = await deps.clean(raw)
  const barred = deps.barred()
  if (barred !== null) return err(barred)
  let id: number | null = null
  deps.start(
    () => {
      if (!isNew()) return null
      id = events.add({
        channel,
        source,
        type: type ?? (read.ok ? typeIn(read.value) : ''),
        state: 'pending',
        text,
        bytes,
        receivedAt: now(),
        processedAt: null,
        flags: [...flags],
        jobs: [],
      })
      return { id, source, text }
    },
    openMatches(text),
    events.started,
  )
  if (id === null) return ok(null)
  const stored = events.get(id)
  return stored === null
    ? err(failure('event.unknown', 'The event could not be read back.', 'Send it again.'))
    : ok(stored)
}

const NAMES = ['type', 'event', 'event_type'] as const

/** Where it has a type, that. */
function typeIn(read: unknown): string {
  if (typeof read !== 'object' || read === null) return ''
  const given = NAMES.map((name) => (Object.hasOwn(read, name) ? Reflect.get(read, name) : null))
  return EventType.safeParse(given.find((each) => typeof each === 'string')).data ?? ''
}
