// The list of tools as it was last read, so that a screen shows it at once when it is opened and
// reads it again meanwhile: a thousand tools are a megabyte, which takes longer to come than the
// table to be drawn. What did not change stays the same object, so that nothing is worked out or
// drawn again for it.
import { isObject } from '../../../contract/is-object.ts'
import type { ToolListing } from '../../../contract/call/manifest.ts'
import type { Live } from '../live/live.ts'
import { useLive } from '../live/live-store.ts'
import { sharedRead, useSharedRead } from './shared-read.ts'
import type { Read } from '../use-read.ts'

export type ToolList = readonly ToolListing[]

/** One for each line to Gatehouse. Nothing else asks for it. */
export const toolList = sharedRead('tools.list', asKnown)

/** What the list follows, as far as the window has heard of it; null until the app is known. */
export const toolsRevision = ({ app, epoch, serversRevision }: Live): string | null =>
  app === null ? null : `${epoch} ${app.policyHash} ${app.guard.on} ${serversRevision}`

/** Null until it was read once. @param again it is read again when this changes, in place of the revision. */
export function useToolList(again?: unknown): Read<ToolList> {
  return useSharedRead(toolList, useLive(toolsRevision), again)
}

/** `list` with the objects of `before` where they are equal, and `before` itself where all are. */
export function asKnown(before: ToolList | null, list: ToolList): ToolList {
  if (before === null) return list
  const byName = new Map(before.map((tool) => [tool.name, tool]))
  const next = list.map((tool) => {
    const known = byName.get(tool.name)
    return known !== undefined && same(known, tool) ? known : tool
  })
  return next.length === before.length && next.every((tool, at) => tool === before[at])
    ? before
    : next
}

/** Of plain JSON values. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((each, at) => same(each, b[at]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]))
  )
}
