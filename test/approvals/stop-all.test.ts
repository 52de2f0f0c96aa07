// The emergency stop over what is held: a few rows at a time, nothing left out, and nobody left
// waiting.
import { describe, expect, it, onTestFinished } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { ApprovalId } from '../../contract/ids.ts'
import { err, ok } from '../../contract/result.ts'
import { stopAll } from '../../main/approvals/stop-all.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'

const ids = Array.from({ length: 1_000 }, (_, at) =>
  ApprovalId.parse(`apr_${String(at).padStart(10, '0')}`),
)
const locked = failure('store.busy', 'The database is locked.')

describe('stopping a thousand held calls', () => {
  it('decides all of them at once and writes few at a time, in their order', async () => {
    const decided: [ApprovalId, number][] = []
    const denied: ApprovalId[] = []
    let now = 0
    let most = 0
    const stopped = await stopAll(ids, {
      decided: (id, withinMs) => {
        expect(denied).toEqual([])
        decided.push([id, withinMs])
      },
      async deny(id) {
        expect(decided).toHaveLength(ids.length)
        most = Math.max(most, (now += 1))
        await new Promise((done) => setImmediate(done))
        now -= 1
        denied.push(id)
        // One was answered meanwhile.
        return ok(id !== ids[500])
      },
    })
    expect([stopped, denied, most]).toEqual([ok(999), ids, 16])
    expect(decided.every(([, withinMs]) => withinMs > 60_000)).toBe(true)
  })

  it('waits for a locked database once, and leaves the rest to be written as soon as it can', async () => {
    const tried: ApprovalId[] = []
    const soon = new Set<ApprovalId>()
    const stopped = await stopAll(ids, {
      decided: (id, withinMs) => void (withinMs === 0 && soon.add(id)),
      async deny(id) {
        tried.push(id)
        return tried.length > 20 ? err(locked) : ok(true)
      },
    })
    expect(stopped).toEqual(err(locked))
    expect([tried.length, soon.size]).toEqual([32, ids.length - 32])
  })
})

describe('a held call whose approval has a row and is not journalled yet', () => {
  it('is told when everything is stopped then, and is no longer counted as held', async () => {
    const pipeline = await openTestPipeline()
    await pipeline.approvalQueue.recover()
    onTestFinished(() => pipeline.dispose())
    const stops: ReturnType<typeof pipeline.approvalQueue.stopAll>[] = []
    pipeline.context.recording = (kind) => {
      if (kind === 'asked') stops.push(pipeline.approvalQueue.stopAll('window'))
    }
    const result = await pipeline.call('say', { path: 'a', text: 'never' })
    expect([result.status, result.route, pipeline.said]).toEqual(['denied', 'emergency-stop', []])
    expect(await Promise.all(stops)).toEqual([ok(1)])
    expect([pipeline.approvalQueue.held(), pipeline.faults]).toEqual([0, []])
  })
})
