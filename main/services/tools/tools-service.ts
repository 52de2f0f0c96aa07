// The topic `tools`: list what there is, and run one tool for the command line, which is a principal
// like any other.
import type { CallResult } from '../../../contract/call/call.ts'
import { failure } from '../../../contract/failure.ts'
import { CallId, SessionId, type ApprovalId, type CallTicket } from '../../../contract/ids.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../contract/result.ts'
import type { ToolCall } from '../../pipeline/tool-call.ts'
import type { Registry } from '../../registry/registry.ts'
import type { ToolCounts } from '../../store/journal/tool-counts.ts'
import { newId } from '../../pipeline/new-id.ts'
import { toolUsage } from './tool-usage.ts'

export type ToolsServiceDeps = {
  readonly registry: Pick<Registry, 'listings'>
  readonly counts: ToolCounts
  /** `queue`: whether it is held for a person, or denied at once where it needs one. */
  readonly dispatch: (call: ToolCall, queue: boolean, signal: AbortSignal) => Promise<CallResult>
  /** The approval that a call waits for now; null: none. */
  readonly heldBy: (callId: CallId) => ApprovalId | null
  /** Nobody has answered it. */
  readonly isPending: (id: ApprovalId) => boolean
}

export function toolsService({
  registry,
  counts,
  dispatch,
  heldBy,
  isPending,
}: ToolsServiceDeps): TopicHandlers<'tools'> {
  const person = { kind: 'person', name: 'you', session: SessionId.parse(newId('ses')) } as const
  const terminal = {
    kind: 'cli',
    name: 'command line',
    session: SessionId.parse(newId('ses')),
  } as const
  const usage = toolUsage(counts)
  const running = new Map<CallTicket, Running>()
  return {
    'tools.list': async () => ok([...registry.listings(person)]),
    'tools.usage': async ({ since }) => ok([...(await usage(since))]),
    async 'tools.run'({ tool, args, wait, ticket }, { gone }) {
      const id = CallId.parse(newId('call'))
      const taken = new AbortController()
      if (ticket !== undefined) {
        if (running.has(ticket)) return err(ticketUsed)
        running.set(ticket, { id, taken })
      }
      // What is held stays held: a lost connection is no answer.
      const left = (): void => {
        const held = heldBy(id)
        if (held === null || !isPending(held)) taken.abort()
      }
      gone?.addEventListener('abort', left, { once: true })
      const call = { id, principal: terminal, channel: 'cli', runId: null, tool, args } as const
      return dispatch(call, wait, taken.signal)
        .then(ok)
        .finally(() => {
          gone?.removeEventListener('abort', left)
          if (ticket !== undefined) running.delete(ticket)
        })
    },
    'tools.held': async ({ ticket }) => {
      const call = running.get(ticket)
      return ok(call === undefined ? null : heldBy(call.id))
    },
    'tools.cancel': async ({ ticket }) => {
      const call = running.get(ticket)
      call?.taken.abort()
      return ok(call !== undefined)
    },
  }
}

/** `taken`: aborted when the asker takes it back. */
type Running = { readonly id: CallId; readonly taken: AbortController }

const ticketUsed = failure('tool.ticket-used', 'Another call that still runs has this ticket.')
