// The topic `runs`: what our own agent does, and what it did.
import { failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { RunTotals } from '../../../contract/agent/run.ts'
import { err, ok } from '../../../contract/result.ts'
import { resultPage } from '../../agent/earlier-results.ts'
import type { Agent } from '../../agent/prompt/agent-port.ts'
import { everyItem, NEWEST } from './every-item.ts'
import { captureRun, type CaptureDeps } from './capture-run.ts'
import { replayRun, type ReplayDeps } from './replay/replay-run.ts'
import { searchRuns } from './search-runs.ts'

export type RunsServiceDeps = {
  readonly agent: Pick<
    Agent,
    | 'list'
    | 'get'
    | 'items'
    | 'start'
    | 'send'
    | 'branch'
    | 'rename'
    | 'remove'
    | 'stop'
    | 'stopCall'
    | 'resume'
    | 'tree'
    | 'revoke'
  >
  readonly find: Parameters<typeof searchRuns>[0]
  readonly totals: () => RunTotals
  readonly results: Parameters<typeof resultPage>[0]
  readonly capture: CaptureDeps
  readonly replay: ReplayDeps
}

// A surface that may start runs is a channel of the same name.
export function runsService({
  agent,
  find,
  totals,
  results,
  capture,
  replay,
}: RunsServiceDeps): TopicHandlers<'runs'> {
  const search = searchRuns(find)
  return {
    'runs.list': async ({ before, limit, agent: name }) => ok([...agent.list(before, limit, name)]),
    'runs.get': async ({ id, limit }) => {
      const found = agent.get(id, limit ?? NEWEST)
      if (found === null) return err(failure('run.unknown', `There is no run ${id}.`))
      return ok({ ...found, items: [...found.items], branches: [...found.branches] })
    },
    'runs.items': async ({ id, before, limit }) => {
      const { items, older } = agent.items(id, before, limit)
      return ok({ items: [...items], older })
    },
    'runs.search': async ({ text, limit }) => ok(search(text, limit)),
    'runs.result': async ({ id, callId, ...page }) => resultPage(results, id, callId, page),
    'runs.totals': async () => ok(totals()),
    'runs.capture': async ({ id }) => {
      const found = agent.get(id, 1)
      const tree = agent.tree(id)
      if (found === null || !tree.ok)
        return err(
          failure('run.unknown', `There is no run ${id}.`, 'To find ids: gatehouse runs list'),
        )
      return captureRun(
        found.run,
        { tree: tree.value, items: (of) => everyItem(agent, of) },
        capture,
      )
    },
    'runs.replay': async (script) => ok(await replayRun(script, replay)),
    'runs.start': (message, { surface }) => agent.start(message, surface),
    'runs.send': ({ id, ...message }, { surface }) => agent.send(id, message, surface),
    'runs.branch': ({ id, item, ...message }, { surface }) =>
      agent.branch(id, item, message, surface),
    'runs.rename': async ({ id, title }) => agent.rename(id, title),
    'runs.remove': async ({ id }) => {
      const removed = await agent.remove(id)
      return removed.ok ? ok({ removed: [...removed.value] }) : removed
    },
    'runs.stop': ({ id }) => agent.stop(id),
    'runs.stop-call': async ({ id, callId }) => agent.stopCall(id, callId),
    'runs.tree': async ({ id }) => {
      const tree = agent.tree(id)
      return tree.ok ? ok([...tree.value]) : tree
    },
    'runs.revoke': ({ id }) => agent.revoke(id),
    'runs.resume': ({ id }, { surface }) => agent.resume(id, surface),
  }
}
