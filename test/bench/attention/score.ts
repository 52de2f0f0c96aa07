// What a replayed trace says about attention: how many questions, for what causes, and whether
// anything that a person must see went unseen. Pure.
import type { Approval } from '../../../contract/approval/approval.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { risky } from './mix.ts'
import type { Replayed } from './replay.ts'

/** Until the project is known; not counted. */
export const FIRST = 50

export type Score = {
  readonly calls: number
  readonly questions: number
  /** Per 100 calls, after the first `FIRST`. */
  readonly per100: number
  /** The strictest thing that was said of each question, and how often. */
  readonly causes: readonly (readonly [cause: string, lines: readonly string[]])[]
  /** What was asked though it only read, with its line. */
  readonly noise: readonly string[]
  readonly risky: {
    /** By what the line is for, as the mix says. */
    readonly calls: number
    readonly seen: number
    /** By an approval that lasts and that showed just this. */
    readonly covered: number
    /** Nothing of it happened: denied, or it ran in a layer that nothing left. */
    readonly harmless: number
  }
  /** Calls that really did such a thing, and nobody saw or covered it. */
  readonly unseen: readonly string[]
  /** Questions that the person could not answer as it wanted to. */
  readonly unanswered: readonly string[]
  /** Turned away by a limit that the trace ran into, which makes its figures worthless. */
  readonly limited: readonly string[]
}

export function scoreOf(replayed: readonly Replayed[]): Score {
  const later = replayed.slice(FIRST)
  const questions = later.flatMap(({ asked }) => asked)
  const causes = new Map<string, string[]>()
  for (const one of later)
    for (const asked of one.asked) {
      const cause = causeOf(asked)
      causes.set(cause, [...(causes.get(cause) ?? []), lineOf(one)])
    }
  const unseen: string[] = []
  const seenRisky = { calls: 0, seen: 0, covered: 0, harmless: 0 }
  for (const one of replayed) {
    const { call, asked, did } = one
    const covered = one.lease !== null && shownBy(one.lease, one.decision?.touches ?? [])
    const visible = asked.length > 0 || covered
    if (!visible && did.size > 0) unseen.push(`${[...did].join(', ')}: ${lineOf(one)}`)
    if (!risky.has(call.effect)) continue
    seenRisky.calls += 1
    if (asked.length > 0) seenRisky.seen += 1
    else if (covered) seenRisky.covered += 1
    else if (did.size === 0) seenRisky.harmless += 1
  }
  return {
    calls: later.length,
    questions: questions.length,
    per100: (questions.length / Math.max(1, later.length)) * 100,
    causes: [...causes].toSorted((a, b) => b[1].length - a[1].length),
    noise: replayed
      .filter(({ call, asked }) => call.effect === 'none' && asked.length > 0)
      .map(lineOf),
    risky: seenRisky,
    unseen,
    unanswered: replayed.flatMap((one) => one.faults.map((fault) => `${fault}: ${lineOf(one)}`)),
    limited: replayed.filter(({ decision }) => decision?.by.kind === 'rate-limit').map(lineOf),
  }
}

export const lineOf = ({ call }: Pick<Replayed, 'call'>): string =>
  `${call.caller} ${call.tool} ${call.args['command'] ?? call.args['path'] ?? call.args['url']}`

/** Every touch of the call was on that card: the same place, the same host and method, the same line. */
function shownBy({ decision }: Approval, touches: readonly CanonicalTouch[]): boolean {
  const shown = new Set(decision.touches.map(keyOf))
  return touches.every((touch) => shown.has(keyOf(touch)))
}

function keyOf(touch: CanonicalTouch): string {
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write':
      return `${touch.kind} ${touch.path}`
    case 'net.fetch':
      return `${touch.kind} ${touch.method} ${touch.host}:${touch.port}`
    case 'net.connect':
      return `${touch.kind} ${touch.host}:${touch.port}`
    case 'proc.run':
      return `${touch.kind} ${touch.cwd} ${touch.command}`
    case 'memory':
    case 'schedule':
    case 'subagent':
    case 'record':
    case 'event':
    case 'notification':
    case 'result':
    case 'secrets.get':
    case 'mcp.call':
    case 'plugin.run':
      return canonicalJson(touch)
  }
}

/** The reason after the tier of the tool itself; where there is none, that tier. */
function causeOf({ tool, decision, staged, principal }: Approval): string {
  const what = staged === null ? tool : `${tool}, its changes`
  const who = principal.kind === 'mcp-client' ? ', connected' : ''
  const codes = [...new Set(decision.reasons.map(({ code }) => code))].filter(
    (code) => code !== 'tier.base',
  )
  return `${decision.tier} ${what}${who}: ${codes.join(' + ') || decision.by.kind}`
}
