// The list of tools as it was last read, so that a screen shows it at once when it is opened and
// reads it again meanwhile: a thousand tools are a megabyte, which takes longer to come than the
// table to be drawn. What did not change stays the same object, so that nothing is worked out or
// drawn again for it.
import { useMemo } from 'react'
import { isObject } from '../../contract/is-object.ts'
import type { ToolListing } from '../../contract/call/manifest.ts'
import { useBridge } from '../bridge/bridge-context.ts'
import { retainedForLines, type Line } from './stored.ts'
import type { Live } from './live/live.ts'
import { useLive } from './live/live-store.ts'
import { type Read, useRead } from './use-read.ts'

export type ToolList = readonly ToolListing[]

/** One for each line to Gatehouse. */
export const toolsRetained = retainedForLines<ToolList>()

/** The same list, of the objects that were known already wherever they are equal. */
function keepTools(bridge: Line, epoch: number, list: ToolList): ToolList {
  const retained = toolsRetained(bridge)
  const next = asKnown(retained.get(epoch), list)
  retained.keep(epoch, next)
  return next
}

/** What the list follows, as far as the window has heard of it. */
export const toolsRevision = ({ app, epoch, serversRevision }: Live): string =>
  `${epoch} ${app?.policyHash ?? ''} ${app?.guard.on ?? ''} ${serversRevision}`

/** The read of each line that is under way. */
const underWay = new WeakMap<Line, { revision: string; list: Promise<ToolList | null> }>()

/**
 * Reads it before a screen asks. Who asks for the same revision meanwhile gets the same answer. Null
 * where it cannot be read: a screen that needs it reads it again, and says why.
 */
export async function readTools(
  bridge: Line,
  epoch: number,
  revision: string,
): Promise<ToolList | null> {
  const other = underWay.get(bridge)
  if (other?.revision === revision) return other.list
  const list = bridge
    .call('tools.list', {})
    .then((found) => (found.ok ? keepTools(bridge, epoch, found.value) : null))
  underWay.set(bridge, { revision, list })
  const read = await list
  if (underWay.get(bridge)?.list === list) underWay.delete(bridge)
  return read
}

/** Null until it was read once. Read again when `again` changes. */
export function useToolList(again: unknown = null): Read<ToolList> {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  const read = useRead(bridge, 'tools.list', {}, again)
  // Once for each answer: one of an earlier connection, which is here until the next one comes,
  // is not kept for this one.
  const answer = useMemo(
    () => (read.value === null ? null : keepTools(bridge, useLive.getState().epoch, read.value)),
    [read.value, bridge],
  )
  return { ...read, value: answer ?? toolsRetained(bridge).get(epoch) }
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
