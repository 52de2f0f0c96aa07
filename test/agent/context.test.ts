// How full the model's window is stands in the run, as far as the model's server tells.
import { expect, it } from 'vitest'
import { contextFull } from '../../renderer/features/runs/run-words.ts'
import { say, scriptedModel } from '../fakes/scripted-model.ts'
import { bench, started, through, until } from './bench.ts'

it('what went in and came out last is kept beside the window, and nothing where that is unknown', async () => {
  let window: number | null = 100
  const model = { ...scriptedModel(say('one')), window: async () => window }
  const table = bench(model, through)
  const run = await started(table.agent, 'first')
  const idle = () => until(() => table.store.get(run.id)?.state === 'idle')
  await idle()
  expect(table.store.get(run.id)?.context).toEqual({ used: 12, window: 100 })
  // Not a sum: each step is given all of the run again.
  await table.agent.send(run.id, { text: 'second' }, 'window')
  await idle()
  expect(table.store.get(run.id)).toMatchObject({ tokensIn: 20, context: { used: 12, window: 100 } })
  // Another model took over, whose server does not tell.
  window = null
  await table.agent.send(run.id, { text: 'third' }, 'window')
  await idle()
  expect(table.store.get(run.id)?.context).toBeNull()
  await table.agent.dispose()

  const other = bench(scriptedModel(say('one')), through)
  const plain = await started(other.agent, 'first')
  await until(() => other.store.get(plain.id)?.state === 'idle')
  expect(other.store.get(plain.id)).not.toHaveProperty('context')
  await other.agent.dispose()
})

it.each([
  [undefined, null],
  [null, null],
  [
    { used: 0, window: 1_000 },
    { percent: 0, tone: 'fine' },
  ],
  [
    { used: 849, window: 1_000 },
    { percent: 84, tone: 'fine' },
  ],
  [
    { used: 850, window: 1_000 },
    { percent: 85, tone: 'near' },
  ],
  [
    { used: 999, window: 1_000 },
    { percent: 99, tone: 'near' },
  ],
  [
    { used: 1_200, window: 1_000 },
    { percent: 100, tone: 'near' },
  ],
] as const)('%o is shown as %o', (context, want) => {
  const full = contextFull({ context })
  expect(full === null ? null : { percent: full.percent, tone: full.tone }).toEqual(want)
})
