// The calls behind the rows of Audit: those that are known are there at once, and each is read once it
// is shown.
import { describe, expect, it, vi } from 'vitest'
import { CallId } from '../../../contract/ids.ts'
import type { Bridge } from '../../../contract/ipc/ipc.ts'
import type { CallSummary } from '../../../contract/journal/call-summary.ts'
import { ok } from '../../../contract/result.ts'
import { openCallSummaries } from '../../../renderer/features/audit/table/use-call-summaries.ts'

const idOf = (at: number): CallId => CallId.parse(`call_${String(at).padStart(16, '0')}`)
const [one, two] = [idOf(1), idOf(2)]

const summary = (callId: CallId, tool: string) => ({ callId, tool }) as CallSummary

/** Answers each call with the tool of that name, and remembers what was asked. */
function calls(tool: string) {
  const asked: CallId[][] = []
  const call = async (_channel: string, { callIds }: { callIds: CallId[] }): Promise<unknown> => {
    asked.push(callIds)
    return ok(callIds.map((id) => summary(id, tool)))
  }
  return { asked, bridge: { call } as unknown as Pick<Bridge, 'call'> }
}

describe('the calls behind the rows', () => {
  it('are there at once where they are known, ask for nothing until they are shown, and are read again then', async () => {
    const { asked, bridge } = calls('now')
    const summaries = openCallSummaries(bridge, new Map([[one, summary(one, 'before')]]))
    expect([summaries.get(one)?.tool, summaries.get(two)]).toEqual(['before', undefined])
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(asked).toEqual([])
    summaries.open()
    await vi.waitFor(() => expect(summaries.get(two)?.tool).toBe('now'), { timeout: 240_000 })
    expect(summaries.get(one)?.tool).toBe('now')
    expect(asked).toEqual([[one, two]])
  })

  it('are asked for again by a screen that is shown again', async () => {
    const { asked, bridge } = calls('now')
    const summaries = openCallSummaries(bridge)
    summaries.open()
    summaries.get(one)
    summaries.close()
    summaries.open()
    expect(summaries.get(one)).toBeUndefined()
    await vi.waitFor(() => expect(summaries.get(one)?.tool).toBe('now'), { timeout: 240_000 })
    expect(asked).toEqual([[one]])
  })
})
