import { expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { RunId } from '../../contract/ids.ts'
import { Surface } from '../../contract/principal.ts'
import { err } from '../../contract/result.ts'
import { runHandlers } from '../../main/ipc/handlers/runs.ts'

it.each(Surface.options)('a run that is started, sent to or resumed from %s goes on through that channel', async (surface) => {
  const seen: unknown[] = []
  const heard =
    (name: string) =>
    (...given: readonly unknown[]) => {
      seen.push([name, ...given])
      return Promise.resolve(err(failure('test.no', 'No.')))
    }
  const handlers = runHandlers({
    list: () => [],
    get: () => null,
    start: heard('start'),
    send: heard('send'),
    stop: heard('stop'),
    resume: heard('resume'),
  })
  const id = RunId.parse('run_12345678')
  await handlers['runs.start']({ text: 'a' }, { surface })
  await handlers['runs.send']({ id, text: 'b' }, { surface })
  await handlers['runs.resume']({ id }, { surface })
  expect(seen).toEqual([
    ['start', 'a', surface],
    ['send', id, 'b', surface],
    ['resume', id, surface],
  ])
})
