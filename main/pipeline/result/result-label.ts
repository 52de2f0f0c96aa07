// Pure. How far a result may be believed, and where it came from.
import { assertNever } from '../../../contract/never.ts'
import type { SourceLabel, Taint } from '../../../contract/call/origin.ts'
import type { Manifest } from '../../../contract/call/manifest.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'

/**
 * How far the result may be believed, by the least trusted place it can hold text from. A call that
 * reaches nothing gives back what it was given, so its result is as the worst its session has read:
 * no text is washed by being changed.
 */
export function labelOf(
  touches: readonly CanonicalTouch[],
  taint: Taint,
  external: Manifest['external'],
): SourceLabel {
  if (external !== undefined) {
    const { readsUntrusted, readsPrivate } = external.labels
    if (readsUntrusted) return 'untrusted'
    if (readsPrivate) return 'private'
    // What only says that it is done gives back what it was given, at worst.
    return taint.untrustedRead.length > 0 ? 'untrusted' : 'workspace'
  }
  if (givesBack(touches) && taint.untrustedRead.length > 0) return 'untrusted'
  if (givesBack(touches) && taint.privateRead.length > 0) return 'private'
  if (touches.some(({ kind }) => kind === 'net.fetch' || kind === 'net.connect')) return 'untrusted'
  if (touches.some(({ kind }) => kind === 'mcp.call')) return 'untrusted'
  // Anything may have been printed there since, by any program.
  if (touches.some((touch) => touch.kind === 'proc.run' && touch.terminal !== undefined))
    return 'untrusted'
  if (touches.some(({ kind }) => kind === 'memory' || kind === 'schedule')) return 'private'
  if (touches.some((touch) => touch.kind === 'fs.read' && touch.zone !== 'workspace'))
    return 'private'
  return 'workspace'
}

/**
 * It reaches nothing but what its session has seen already. What a sub-agent has seen, all that work
 * with it have seen: their taint is one.
 */
const givesBack = (touches: readonly CanonicalTouch[]): boolean =>
  touches.every(({ kind }) => kind === 'subagent')

/**
 * What anyone may have written can be the person's own as well: by the labels of its tool, or because
 * it was got with a credential of the person. Then it must not leave by itself.
 */
export const alsoPrivate = (
  external: Manifest['external'],
  touches: readonly CanonicalTouch[],
  taint: Taint,
): boolean =>
  (touches.some(({ kind }) => kind === 'subagent') &&
    taint.untrustedRead.length > 0 &&
    taint.privateRead.length > 0) ||
  (external !== undefined && external.labels.readsUntrusted && external.labels.readsPrivate) ||
  (touches.some(({ kind }) => kind === 'secrets.get') &&
    touches.some(({ kind }) => kind === 'net.fetch'))

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
      return first.terminal === undefined ? 'a command' : `the session ${first.terminal.name}`
    case 'memory':
      return 'the memory of agents'
    case 'schedule':
      return 'the scheduled jobs'
    case 'subagent':
      return 'a sub-agent'
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
