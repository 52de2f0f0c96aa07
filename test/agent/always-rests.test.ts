import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { end, type Line, scriptedModel } from '../fakes/scripted-model.ts'
import {
  openFixture,
  cancelledResult,
  holds,
  result,
  started,
  through,
  until,
  type Pipeline,
  noLimits,
} from './bench.ts'

const line: fc.Arbitrary<Line> = fc.oneof(
  fc.string().map((delta): Line => ({ kind: 'text', delta })),
  fc.record({
    kind: fc.constant('call' as const),
    id: fc.constantFrom('a', 'b', ''),
    name: fc.constantFrom('read_file', 'write_file', ''),
    args: fc.oneof(fc.constantFrom({}, { n: 1 }), fc.jsonValue()),
  }),
  fc
    .constantFrom('said' as const, 'calls' as const, 'length' as const)
    .map((reason): Line => end(reason)),
  fc.constant<Line>({ kind: 'failed', error: failure('model.x', 'It failed.', 'Retry.') }),
  fc.constant<Line>({ kind: 'throw', text: 'bug' }),
)

const pipelines: Record<string, Pipeline> = {
  through,
  throws: () => Promise.reject(new Error('bug')),
  refuses: async (call) =>
    result(call.id, 'No.', { ok: false, status: 'denied', route: 'refused' }),
  holds,
  deaf: () => new Promise<never>(() => undefined),
  obeys: (call) =>
    new Promise((resolve) =>
      call.signal.addEventListener('abort', () => resolve(cancelledResult(call))),
    ),
}

describe('whatever a model says and whatever the pipeline does', () => {
  it('every run comes to rest, and nothing in it still streams, decides or runs', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(line, { maxLength: 6 }), { maxLength: 6 }),
        fc.constantFrom(...Object.keys(pipelines)),
        fc.constantFrom('stop', 'dispose', 'wait'),
        async (script, pipeline, finish) => {
          const table = openFixture(scriptedModel(...script), pipelines[pipeline] ?? through, {
            settings: () => ({
              maxSteps: 4,
              contextTokens: null,
              instructions: '',
              workspace: '/w',
              limits: noLimits,
              price: () => null,
            }),
          })
          const run = await started(table.agent, 'go')
          // Pipelines that never end a call automatically come to rest by being stopped.
          const endless = ['holds', 'deaf', 'obeys'].includes(pipeline)
          if (finish === 'stop' || endless) {
            await new Promise((resolve) => setTimeout(resolve, 1))
            await table.agent.stop(run.id)
          } else if (finish === 'wait')
            await until(
              () => !['working', 'waiting'].includes(table.store.get(run.id)?.state ?? ''),
            )
          await table.agent.dispose()

          const state = table.store.get(run.id)?.state ?? ''
          seen.add(state)
          expect(['idle', 'stopped', 'failed', 'interrupted']).toContain(state)
          const open = table.store
            .items(run.id)
            .filter(
              (item) =>
                (item.kind === 'assistant' && item.streaming) ||
                (item.kind === 'call' && item.state.kind !== 'ended'),
            )
          expect(open).toEqual([])
          const reported = new Map(
            table.events.flatMap((event) =>
              event.kind === 'item-put' ? [[event.item.id, event.item] as const] : [],
            ),
          )
          expect([...reported.values()]).toEqual(table.store.items(run.id))
        },
      ),
      { numRuns: 150 },
    )
    // The scripts really lead to different ends.
    expect([...seen].sort()).toEqual(['failed', 'idle', 'interrupted', 'stopped'])
  })
})
