// Results that are too long for a model: all of them is kept, as it may be shown, and only of runs.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ok } from '../../contract/result.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'

let pipeline: PipelineUnderTest
beforeEach(async () => {
  pipeline = await openTestPipeline()
})
afterEach(() => pipeline.dispose())

function returns(text: string) {
  const at = pipeline.tools.findIndex(({ manifest }) => manifest.name === 'look')
  const look = pipeline.tools[at]
  if (look !== undefined) pipeline.tools[at] = { ...look, execute: async () => ok({ text }) }
}
const stored = () => [...pipeline.context.longResults.values()]

it('keeps all of a long result, and says from where on the model was not given it', async () => {
  const long = 'line\n'.repeat(60_000)
  returns(long)
  const result = await pipeline.call('look', { path: 'a' })
  expect(stored()).toEqual([long])
  expect(result).toMatchObject({ truncated: true, stored: { chars: long.length } })
  expect(result.text.slice(0, result.stored?.from)).toBe(long.slice(0, result.stored?.from))
})

it('keeps nothing of one that fits, of a client’s call, and of what a person reads first', async () => {
  returns('short')
  expect(await pipeline.call('look', { path: 'a' })).not.toHaveProperty('stored')
  pipeline.context.reviewed = () => true
  returns('line\n'.repeat(60_000))
  const reviewed = pipeline.call('look', { path: 'b' })
  await pipeline.approvalQueue.answer((await pipeline.held()).id, { answer: 'deny-once' }, 'window')
  expect(await reviewed).not.toHaveProperty('stored')
  const client = await openTestPipeline({ client: true })
  client.tools.splice(0, client.tools.length, ...pipeline.tools)
  expect(await client.call('look', { path: 'a' })).not.toHaveProperty('stored')
  expect([stored(), [...client.context.longResults]]).toEqual([[], []])
  await client.dispose()
})
