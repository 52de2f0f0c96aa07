// Pure. How far a result may be believed, and where it came from.
import { assertNever } from '../../../contract/never.ts'
import type { SourceLabel, Taint } from '../../../contract/call/origin.ts'
import type { Manifest } from '../../../contract/call/manifest.ts'
import type { ReadBack } from '../../../contract/call/read-back.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { eventTarget } from '../../../contract/inbound/event.ts'
import { recordTarget } from '../../../contract/record/record-text.ts'

/** Kept for the person, and about the person. */
const personal: ReadonlySet<CanonicalTouch['kind']> = new Set([
  ...(['memory', 'schedule', 'record', 'event'] as const),
])

/**
 * How far the result may be believed, by the least trusted place it can hold text from. A call that
 * reaches nothing gives back what it was given, so its result is as the worst its session has read:
 * no text is washed by being changed.
 */
export function labelOf(
  touches: readonly CanonicalTouch[],
  taint: Taint,
  { external, builtIn }: Pick<Manifest, 'external' | 'builtIn'>,
  readBack: readonly ReadBack[] = [],
): SourceLabel {
  // Kept in between or not: who wrote it is the same.
  if (readBack.some(({ untrusted }) => untrusted !== null)) return 'untrusted'
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
  if (!builtIn && touches.some(printsPages)) return 'untrusted'
  if (touches.some(({ kind }) => ['mcp.call', 'event', 'plugin.run'].includes(kind)))
    return 'untrusted'
  // Anything may have been printed there since, by any program.
  if (touches.some((touch) => touch.kind === 'proc.run' && touch.terminal !== undefined))
    return 'untrusted'
  if (touches.some(({ kind }) => personal.has(kind))) return 'private'
  if (touches.some((touch) => touch.kind === 'fs.read' && touch.zone !== 'workspace'))
    return 'private'
  // Our sandbox shows a command nothing else; an agent's own command sees what the person sees.
  if (!builtIn && touches.some(readsOutside)) return 'private'
  return 'workspace'
}

/** What it prints, anyone may have written. */
const printsPages = (touch: CanonicalTouch): boolean =>
  touch.kind === 'proc.run' &&
  (touch.parts ?? []).some(({ words: [program = ''] }) =>
    /^(?:curl|wget|https?|xh|lynx|links|w3m|elinks)$/.test(
      program.slice(program.lastIndexOf('/') + 1),
    ),
  )

/** As far as its words tell. What it reads is known only while it runs: it may be anything. */
const readsOutside = (touch: CanonicalTouch): boolean =>
  touch.kind === 'proc.run' &&
  (touch.zone !== 'workspace' ||
    (touch.parts ?? []).some(
      ({ outside, doubts = [] }) =>
        outside === true || doubts.includes('runtime') || doubts.includes('below'),
    ))

/**
 * It reaches nothing but what its session has seen already, such as an earlier result. What a sub-agent has seen, all that work
 * with it have seen: their taint is one.
 */
const givesBack = (touches: readonly CanonicalTouch[]): boolean =>
  touches.every(({ kind }) => kind === 'subagent' || kind === 'result')

/**
 * What anyone may have written can be the person's own as well: by the labels of its tool, or because
 * it was got with a credential of the person. Then it must not leave by itself.
 */
export const alsoPrivate = (
  { external, builtIn }: Pick<Manifest, 'external' | 'builtIn'>,
  touches: readonly CanonicalTouch[],
  taint: Taint,
  readBack: readonly ReadBack[] = [],
): boolean =>
  (touches.some(({ kind }) => kind === 'subagent' || kind === 'result') &&
    taint.untrustedRead.length > 0 &&
    taint.privateRead.length > 0) ||
  // A note that holds what anyone wrote is a note of the person all the same.
  (readBack.some(({ untrusted }) => untrusted !== null) &&
    touches.some(({ kind }) => personal.has(kind))) ||
  (external !== undefined && external.labels.readsUntrusted && external.labels.readsPrivate) ||
  (!builtIn && touches.some(printsPages) && touches.some(readsOutside)) ||
  (touches.some(({ kind }) => kind === 'secrets.get') &&
    touches.some(({ kind }) => kind === 'net.fetch' || kind === 'net.connect'))

/** With where the first untrusted text in it was from, so that a card can name both. */
export function sourceOf(path: string, readBack: readonly ReadBack[]): string {
  const first = readBack.find(({ untrusted }) => untrusted !== null)?.untrusted ?? null
  return first === null || first === path ? path : `${path}, from ${first}`
}

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
    case 'record':
      return recordTarget(first)
    case 'event':
      return eventTarget(first)
    case 'notification':
      return 'a notification'
    case 'result':
      return 'an earlier result'
    case 'secrets.get':
      return `the credential ${first.name}`
    case 'mcp.call':
      return `the server ${first.server}`
    case 'plugin.run':
      return `the plugin ${first.plugin}`
    case 'fs.read':
    case 'fs.write':
      return first.path
    default:
      return assertNever(first, 'placeOf')
  }
}
