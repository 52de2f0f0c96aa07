// Pure. How far a result may be believed, and where it came from.
import { assertNever } from '../../../contract/never.ts'
import type { SourceLabel, Taint } from '../../../contract/call/origin.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'

/**
 * How far the result may be believed, by the least trusted place it can hold text from. A call that
 * reaches nothing gives back what it was given, so its result is as the worst its session has read:
 * no text is washed by being changed.
 */
export function labelOf(touches: readonly CanonicalTouch[], taint: Taint): SourceLabel {
  if (touches.length === 0 && taint.untrustedRead.length > 0) return 'untrusted'
  if (touches.length === 0 && taint.privateRead.length > 0) return 'private'
  if (touches.some(({ kind }) => kind === 'net.fetch' || kind === 'net.connect')) return 'untrusted'
  const external = touches.find((touch) => touch.kind === 'mcp.call')
  // What a server that keeps to itself gives back is the person's own, and must not leave by
  // itself.
  if (external !== undefined)
    return external.trust === 'local' && !external.openWorld ? 'private' : 'untrusted'
  if (touches.some(({ kind }) => kind === 'memory')) return 'private'
  if (touches.some((touch) => touch.kind === 'fs.read' && touch.zone !== 'workspace'))
    return 'private'
  return 'workspace'
}

/**
 * It was got with a credential of the person, so it is the person's own besides: it must not leave
 * by itself.
 */
export const isPrivateToo = (touches: readonly CanonicalTouch[]): boolean =>
  touches.some(({ kind }) => kind === 'secrets.get') &&
  touches.some(({ kind }) => kind === 'net.fetch')

/** Where a result came from, in a few words, for origins and cards. */
export function pathOf(touches: readonly CanonicalTouch[]): string {
  const [first] = touches
  switch (first?.kind) {
    case undefined:
      return 'a tool'
    case 'net.fetch':
    case 'net.connect':
      return first.host
    case 'proc.run':
      return 'a command'
    case 'memory':
      return 'the memory of agents'
    case 'secrets.get':
      return `the credential ${first.name}`
    case 'mcp.call':
      return `the server ${first.server}`
    case 'fs.read':
    case 'fs.write':
      return first.path
    default:
      return assertNever(first, 'placeOf')
  }
}
