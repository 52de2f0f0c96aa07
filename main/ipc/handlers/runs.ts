import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { CallId, RunId } from '../../../contract/ids.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { Channel, Surface } from '../../../contract/call/principal.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Run, RunItem, RunMatch, RunTotals } from '../../../contract/agent/run.ts'

type Message = { readonly text: string; readonly attach?: readonly string[] | undefined }
type Page = { readonly items: readonly RunItem[]; readonly older: boolean }

export type RunsService = {
  list(before: number | undefined, limit: number): readonly Run[]
  get(
    id: RunId,
    limit: number,
  ): (Page & { readonly run: Run; readonly branches: readonly Run[] }) | null
  items(id: RunId, before: number | undefined, limit: number): Page
  search(text: string, limit: number): readonly RunMatch[]
  totals(): RunTotals
  start(message: Message, channel: Channel): Promise<Result<Run, Failure>>
  send(id: RunId, message: Message, channel: Channel): Promise<Result<Run, Failure>>
  branch(id: RunId, item: number, message: Message, channel: Channel): Promise<Result<Run, Failure>>
  rename(id: RunId, title: string): Result<Run, Failure>
  remove(id: RunId): Promise<Result<readonly RunId[], Failure>>
  stop(id: RunId): Promise<Result<Run, Failure>>
  stopCall(id: RunId, callId: CallId): Result<Run, Failure>
  resume(id: RunId, channel: Channel): Promise<Result<Run, Failure>>
}

type Topic = Extract<keyof Handlers, `runs.${string}`>

const NEWEST = 200

// A surface that may start runs is a channel of the same name.
const channelOf = (surface: Surface): Channel => surface

export const runHandlers = (runs: RunsService): Pick<Handlers, Topic> => ({
  'runs.list': async ({ before, limit }) => ok([...runs.list(before, limit)]),
  'runs.get': async ({ id, limit }) => {
    const found = runs.get(id, limit ?? NEWEST)
    if (found === null) return err(failure('run.unknown', `There is no run ${id}.`))
    return ok({ ...found, items: [...found.items], branches: [...found.branches] })
  },
  'runs.items': async ({ id, before, limit }) => {
    const { items, older } = runs.items(id, before, limit)
    return ok({ items: [...items], older })
  },
  'runs.search': async ({ text, limit }) => ok([...runs.search(text, limit)]),
  'runs.totals': async () => ok(runs.totals()),
  'runs.start': (message, { surface }) => runs.start(message, channelOf(surface)),
  'runs.send': ({ id, ...message }, { surface }) => runs.send(id, message, channelOf(surface)),
  'runs.branch': ({ id, item, ...message }, { surface }) =>
    runs.branch(id, item, message, channelOf(surface)),
  'runs.rename': async ({ id, title }) => runs.rename(id, title),
  'runs.remove': async ({ id }) => {
    const removed = await runs.remove(id)
    return removed.ok ? ok({ removed: [...removed.value] }) : removed
  },
  'runs.stop': ({ id }) => runs.stop(id),
  'runs.stop-call': async ({ id, callId }) => runs.stopCall(id, callId),
  'runs.resume': ({ id }, { surface }) => runs.resume(id, channelOf(surface)),
})
