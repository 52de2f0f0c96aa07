import type { CallResult } from '../../../contract/call/call.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { ToolListing, ToolUsage } from '../../../contract/call/manifest.ts'
import { ok } from '../../../contract/result.ts'

export type ToolsService = {
  list(): readonly ToolListing[]
  /** Decisions since a moment, in epoch milliseconds. */
  usage(since: number): Promise<readonly ToolUsage[]>
  /** One call of the command line, over the same road as any other. */
  run(tool: string, args: unknown, wait: boolean): Promise<CallResult>
}

export const toolHandlers = (
  tools: ToolsService,
): Pick<Handlers, 'tools.list' | 'tools.usage' | 'tools.run'> => ({
  'tools.list': async () => ok([...tools.list()]),
  'tools.usage': async ({ since }) => ok([...(await tools.usage(since))]),
  'tools.run': async ({ tool, args, wait }) => ok(await tools.run(tool, args, wait)),
})
