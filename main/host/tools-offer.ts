// What the topic `tools` can do: list what there is, and run one tool for the command line, which is a principal like any other.
import type { CallResult } from '../../contract/call.ts'
import { CallId, SessionId } from '../../contract/ids.ts'
import type { ToolCall } from '../call/tool-call.ts'
import type { ToolsOffer } from '../ipc/handlers/tools.ts'
import type { Registry } from '../registry/registry.ts'
import { newId } from './new-id.ts'

export type ToolsOfferNeeds = {
  readonly registry: Pick<Registry, 'listings'>
  /** `queue`: whether it is held for a person, or denied at once where it needs one. */
  readonly dispatch: (call: ToolCall, queue: boolean) => Promise<CallResult>
}

export function toolsOffer({ registry, dispatch }: ToolsOfferNeeds): ToolsOffer {
  const person = { kind: 'person', name: 'you', session: SessionId.parse(newId('ses')) } as const
  const terminal = { kind: 'cli', name: 'command line', session: SessionId.parse(newId('ses')) } as const
  return {
    list: () => registry.listings(person),
    run: (tool, args, wait) =>
      dispatch({ id: CallId.parse(newId('call')), principal: terminal, channel: 'cli', runId: null, tool, args }, wait),
  }
}
