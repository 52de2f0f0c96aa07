import { expect, it } from 'vitest'
import { processorMs } from '../../processor.ts'
import { offerOf, openFixture, stdio, tool } from './fixture.ts'

it('judges a thousand tools at once, and one that changed without the others @whole', async () => {
  const schema = {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What to look for.' },
      limit: { type: 'integer', minimum: 1 },
    },
    required: ['query'],
  }
  const many = Array.from({ length: 1_000 }, (_, i) =>
    tool(`list_things_${i}`, { inputSchema: schema }),
  )
  const fixture = openFixture(
    { forge: stdio({ trust: 'verified' }), wiki: stdio({ trust: 'verified' }) },
    { forge: offerOf({ tools: many }), wiki: offerOf({ tools: many }) },
  )
  const timed = (work: () => unknown): number => {
    const startedAt = processorMs()
    work()
    return processorMs() - startedAt
  }
  await fixture.acceptAll('forge')
  fixture.offers.set(
    'forge',
    offerOf({ tools: many.map((one, i) => (i === 7 ? { ...one, description: 'Other.' } : one)) }),
  )
  const after = timed(() => fixture.servers.external())
  const again = timed(() => fixture.servers.external())
  expect(fixture.servers.external().filter(({ closed }) => closed === null)).toHaveLength(999)
  // Half a second; each tool compared with each other takes minutes.
  expect(after).toBeLessThan(10_000)
  expect(again).toBeLessThan(after / 10)
})
