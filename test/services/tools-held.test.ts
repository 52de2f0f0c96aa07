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

/** Calls run until `end`; each waits for `approval` once `held` has its id. */
function service() {
  const ends: (() => void)[] = []
  const ids: CallId[] = []
  const held = new Set<CallId>()
  const tools = toolsService({
    registry: { listings: () => [] },
    counts: { lastSeq: () => 0, between: () => [], below: () => 0 },
    dispatch: (call) => {
      ids.push(call.id)
      return new Promise((done) => ends.push(() => done({ requestId: call.id } as CallResult)))
    },
    heldBy: (id) => (held.has(id) ? approval : null),
  })
  const run = (ticket?: CallTicket) =>
    tools['tools.run']({ tool: 'exec', args: {}, wait: true, ticket }, cli)
  const ask = async (ticket: CallTicket) => tools['tools.held']({ ticket }, cli)
  return { run, ask, ends, ids, held }
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
})
