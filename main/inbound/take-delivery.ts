// One delivery to a webhook, whose signature was checked: stored as an event once, with a row in the
// journal that says what it started.
import { letGo } from '../../contract/let-go.ts'
import type { Answer, Delivery } from './endpoint.ts'
import type { InboundDeps } from './inbound-deps.ts'
import { textIn } from './request-body.ts'
import { REPEATED, takeEvent } from './take-event.ts'

export async function takeDelivery(
  { hook: name, delivery, signedAt, body }: Delivery,
  deps: InboundDeps,
): Promise<Answer> {
  const { hooks, now } = deps
  const hook = hooks.get(name)
  const text = textIn(body)
  if (hook === null || hook.paused) return refusal(403, 'This webhook is paused.')
  if (text === null) return refusal(400, 'The body has to be text in UTF-8.')
  const isNew = (): boolean => {
    const first = hooks.deliver(name, delivery, signedAt)
    const known = hooks.get(name)
    if (first && known !== null)
      hooks.put({ ...known, usedAt: now(), received: known.received + 1 })
    return first
  }
  const taken = await takeEvent(
    { channel: 'webhook', source: name, type: null, text, bytes: body.length },
    isNew,
    deps,
  )
  if (!taken.ok) return refusal(taken.error.code === REPEATED ? 400 : 503, taken.error.text)
  if (taken.value === null) return { status: 200, body: { already: true } }
  const { id, jobs } = taken.value
  letGo(
    deps.record({
      kind: 'webhook',
      change: 'received',
      name,
      count: 1,
      surface: null,
      text:
        jobs.length === 0
          ? `Event ${id}.`
          : `Event ${id} started ${jobs.join(', ')}.`.slice(0, 500),
    }),
  )
  deps.changed()
  return { status: 202, body: { event: id } }
}

const refusal = (status: number, error: string): Answer => ({ status, body: { error } })
