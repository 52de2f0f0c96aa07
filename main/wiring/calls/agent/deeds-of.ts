// What a call of a tool can have done, as its manifest says; for what a model says that it did.
import { changesThings } from '../../../../contract/call/manifest.ts'
import type { AnyTool } from '../../../../contract/call/tool.ts'
import type { Deed } from '../../../agent/claims/deed.ts'

const ANYTHING: readonly Deed[] = ['send', 'change', 'run']

export function deedsOf(tool: AnyTool | undefined, args: unknown): readonly Deed[] {
  if (tool === undefined) return []
  const { manifest } = tool
  const input = tool.input.safeParse(args)
  if (!input.success) return []
  // A sub-agent may have done it, and nobody knows what a server does.
  if (manifest.category === 'agents' && manifest.dataAccess.includes('agents')) return ANYTHING
  if (!changesThings(manifest, tool.action(input.data))) return []
  if (!manifest.builtIn) return ANYTHING
  const touches = tool.touches(input.data)
  const sends =
    manifest.networkOutbound ||
    touches.some(({ kind }) => kind === 'net.fetch' || kind === 'net.connect') ||
    manifest.dataAccess.includes('notifications')
  const runs = touches.some(({ kind }) => kind === 'proc.run')
  return ['change', ...(sends ? (['send'] as const) : []), ...(runs ? (['run'] as const) : [])]
}
