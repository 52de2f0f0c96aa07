import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { Handlers } from '../../../contract/ipc.ts'
import type { Channel, Surface } from '../../../contract/principal.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Run, RunItem } from '../../../contract/run.ts'

export type RunsOffer = {
  list(before: number | undefined, limit: number): readonly Run[]
  get(id: RunId): { readonly run: Run; readonly items: readonly RunItem[] } | null
  start(text: string, channel: Channel): Promise<Result<Run, Failure>>
  send(id: RunId, text: string, channel: Channel): Promise<Result<Run, Failure>>
  stop(id: RunId): Promise<Result<Run, Failure>>
  resume(id: RunId, channel: Channel): Promise<Result<Run, Failure>>
}

type Topic = 'runs.list' | 'runs.get' | 'runs.start' | 'runs.send' | 'runs.stop' | 'runs.resume'

// A surface that may start runs is a channel of the same name.
const channelOf = (surface: Surface): Channel => surface

export const runHandlers = (runs: RunsOffer): Pick<Handlers, Topic> => ({
  'runs.list': async ({ before, limit }) => ok([...runs.list(before, limit)]),
  'runs.get': async ({ id }) => {
    const found = runs.get(id)
    return found === null ? err(failure('run.unknown', `There is no run ${id}.`)) : ok({ run: found.run, items: [...found.items] })
  },
  'runs.start': ({ text }, { surface }) => runs.start(text, channelOf(surface)),
  'runs.send': ({ id, text }, { surface }) => runs.send(id, text, channelOf(surface)),
  'runs.stop': ({ id }) => runs.stop(id),
  'runs.resume': ({ id }, { surface }) => runs.resume(id, channelOf(surface)),
})
