// What a call of the command line waits for is told to who has its ticket.
import { describe, expect, it } from 'vitest'
import type { CallResult } from '../../contract/call/call.ts'
import { ApprovalId, CallTicket, type CallId } from '../../contract/ids.ts'
import { toolsService } from '../../main/services/tools/tools-service.ts'

const cli = { surface: 'cli' } as const
const [mine, other] = [
  CallTicket.parse('6f1c2f6a-2a0d-4f6c-9d8e-0c5d0f3b7a11'),
  CallTicket.parse('6f1c2f6a-2a0d-4f6c-9d8e-0c5d0f3b7a12'),
]
const approval = ApprovalId.parse('apr_00000001')

/**
 * Calls run until `end`; each waits for `approval` once `held` has its id, until `answered`. `taken`:
 * the ids of those that were cancelled.
 */
function service() {
  const ends: (() => void)[] = []
  const ids: CallId[] = []
  const held = new Set<CallId>()
  const taken: CallId[] = []
  let isPending = true
  const tools = toolsService({
    registry: { listings: () => [] },
    counts: { lastSeq: () => 0, between: () => [], below: () => 0 },
    dispatch: (call, _queue, signal) => {
      ids.push(call.id)
      signal.addEventListener('abort', () => taken.push(call.id))
      return new Promise((done) => ends.push(() => done({ requestId: call.id } as CallResult)))
    },
    heldBy: (id) => (held.has(id) ? approval : null),
    isPending: (id) => id === approval && isPending,
  })
  const run = (ticket?: CallTicket, gone?: AbortSignal) =>
    tools['tools.run'](
      { tool: 'exec', args: {}, wait: true, ticket },
      gone === undefined ? cli : { ...cli, gone },
    )
  const ask = async (ticket: CallTicket) => tools['tools.held']({ ticket }, cli)
  const cancel = async (ticket: CallTicket) => tools['tools.cancel']({ ticket }, cli)
  const answered = () => void (isPending = false)
  return { run, ask, cancel, answered, ends, ids, held, taken }
}
const nothing = { ok: true, value: null }

describe('the ticket of a call', () => {
  it('finds what its call waits for, while it waits', async () => {
    const { run, ask, ends, ids, held } = service()
    const done = [run(mine), run(other), run()]
    expect(await ask(mine)).toEqual(nothing)
    const [first] = ids
    if (first !== undefined) held.add(first)
    expect([await ask(mine), await ask(other)]).toEqual([{ ok: true, value: approval }, nothing])
    for (const end of ends) end()
    expect((await Promise.all(done)).map(({ ok }) => ok)).toEqual([true, true, true])
    expect(await ask(mine)).toEqual(nothing)
  })

  it('is of one call at a time: a second one does not run, and takes nothing from the first', async () => {
    const { run, ask, ends, ids, held } = service()
    const first = run(mine)
    expect(await run(mine)).toMatchObject({ ok: false, error: { code: 'tool.ticket-used' } })
    expect(ids).toHaveLength(1)
    held.add(ids[0] as CallId)
    expect(await ask(mine)).toEqual({ ok: true, value: approval })
    ends[0]?.()
    await first
    const again = run(mine)
    ends[1]?.()
    expect(await again).toMatchObject({ ok: true, value: { requestId: ids[1] } })
  })

  it('cancels its own call, held or not, and no other', async () => {
    const { run, cancel, ends, ids, held, taken } = service()
    const done = [run(mine), run(other)]
    held.add(ids[0] as CallId)
    expect([await cancel(mine), taken]).toEqual([{ ok: true, value: true }, [ids[0]]])
    for (const end of ends) end()
    await Promise.all(done)
    expect([await cancel(mine), taken]).toEqual([{ ok: true, value: false }, [ids[0]]])
  })
})

describe('a connection that ends', () => {
  it.each([
    ['stops a call that works', 'works', true],
    ['leaves a call that is held to a person', 'held', false],
    ['stops a call that a person has approved', 'answered', true],
    ['says nothing to a call that has ended', 'ended', false],
  ] as const)('%s', async (_name, state, stops) => {
    const { run, answered, ends, ids, held, taken } = service()
    const gone = new AbortController()
    const done = run(mine, gone.signal)
    if (state === 'held' || state === 'answered') held.add(ids[0] as CallId)
    if (state === 'answered') answered()
    if (state === 'ended') {
      ends[0]?.()
      await done
    }
    gone.abort()
    expect(taken).toEqual(stops ? ids : [])
    ends[0]?.()
    await done
  })
})
