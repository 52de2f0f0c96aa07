// How full the model's window is is in the run, as far as the model's server tells.
import { expect, it } from 'vitest'
import { say, scriptedModel } from '../fakes/scripted-model.ts'
import { openFixture, started, through, until } from './bench.ts'

it('the last input and output are stored beside the context size, and nothing where that is unknown', async () => {
  let window: number | null = 100
  const model = { ...scriptedModel(say('one')), window: async () => window }
  const table = openFixture(model, through)
  const run = await started(table.agent, 'first')
  const idle = () => until(() => table.store.get(run.id)?.state === 'idle')
  await idle()
  expect(table.store.get(run.id)?.context).toEqual({ used: 12, window: 100 })
  // Not a sum: each step is given all of the run again.
  await table.agent.send(run.id, { text: 'second' }, 'window')
  await idle()
  expect(table.store.get(run.id)).toMatchObject({
    tokensIn: 20,
    context: { used: 12, window: 100 },
  })
  // Another model took over, whose server does not tell.
  window = null
  await table.agent.send(run.id, { text: 'third' }, 'window')
  await idle()
  expect(table.store.get(run.id)?.context).toBeNull()
  await table.agent.dispose()

  const other = openFixture(scriptedModel(say('one')), through)
  const plain = await started(other.agent, 'first')
  await until(() => other.store.get(plain.id)?.state === 'idle')
  expect(other.store.get(plain.id)).not.toHaveProperty('context')
  await other.agent.dispose()
})
