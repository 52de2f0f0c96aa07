// The topic `tools`: list what there is, and run one tool for the command line, which is a principal
// like any other.
import type { CallResult } from '../../../contract/call/call.ts'
import { CallId, SessionId } from '../../../contract/ids.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { ok } from '../../../contract/result.ts'
import type { ToolCall } from '../../pipeline/tool-call.ts'
import type { Registry } from '../../registry/registry.ts'
import type { ToolCounts } from '../../store/journal/tool-counts.ts'
import { newId } from '../../pipeline/new-id.ts'
import { toolUsage } from './tool-usage.ts'

export type ToolsServiceDeps = {
  readonly registry: Pick<Registry, 'listings'>
  readonly counts: ToolCounts
  /** `queue`: whether it is held for a person, or denied at once where it needs one. */
  readonly dispatch: (call: ToolCall, queue: boolean) => Promise<CallResult>
}

export function toolsService({
  registry,
  counts,
  dispatch,
}: ToolsServiceDeps): TopicHandlers<'tools'> {
  const person = { kind: 'person', name: 'you', session: SessionId.parse(newId('ses')) } as const
  const terminal = {
    kind: 'cli',
    name: 'command line',
    session: SessionId.parse(newId('ses')),
  } as const
  const usage = toolUsage(counts)
  return {
    'tools.list': async () => ok([...registry.listings(person)]),
    'tools.usage': async ({ since }) => ok([...(await usage(since))]),
    'tools.run': async ({ tool, args, wait }) =>
      ok(
        await dispatch(
          {
            id: CallId.parse(newId('call')),
            principal: terminal,
            channel: 'cli',
            runId: null,
            tool,
            args,
          },
          wait,
        ),
      ),
  }
}
