// What each caller did before, as rules ask for it: how often it called which tool, which hosts it
// reached, how many calls a person denied in a session. Kept in memory and read from the journal's
// rows, the live ones and, once at the start, the newest old ones; nothing else counts.
import { denies } from '../../contract/approval/approval.ts'
import type { CallId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { EarlierCount, EarlierFacts } from '../gate/decision-request.ts'
import { namesHost } from '../gate/touch-facts.ts'

export type PastCalls = {
  /** What a rule may know of this caller before `callId`, which does not count itself. */
  facts(
    asker: Principal,
    touches: readonly CanonicalTouch[],
    callId: CallId,
    now: number,
  ): EarlierFacts
  /** A row as it was written. */
  note(entry: JournalEntry, at: number): void
  /** What such rows say, for callers that hold them in another form. */
  decided(entry: Extract<JournalEntry, { kind: 'decision' }>): void
  ran(callId: CallId, at: number): void
  denied(callId: CallId): void
}

/** A call counts its time and for the rest of these seconds. */
const GRAIN = 10
const WINDOWS = { minute: 60, hour: 3_600, day: 86_400 } as const
/** Calls that are decided and not run, callers, hosts of one caller, sessions: the oldest go first. */
const MOST_OPEN = 20_000
const MOST_CALLERS = 1_000
const MOST_HOSTS = 20_000
const MOST_SESSIONS = 10_000

type Decided = {
  readonly caller: string
  readonly session: string
  readonly tool: string
  readonly action: string | null
  readonly capability: string
  readonly hosts: readonly string[]
  /** When it was let run; null while it is not. */
  ranAt: number | null
}

type Counted = {
  readonly tool: string
  readonly action: string | null
  readonly capability: string
  readonly grains: { readonly from: number; calls: number }[]
}
type Caller = {
  /** By tool and action. */
  readonly tools: Map<string, Counted>
  /** Each with the call that reached it first. */
  readonly hosts: Map<string, CallId>
}
type Session = { denials: number; readonly tools: Map<string, number> }

export function openPastCalls(): PastCalls {
  const decided = new Map<CallId, Decided>()
  const callers = new Map<string, Caller>()
  const sessions = new Map<string, Session>()

  const callerOf = (name: string): Caller =>
    remembered(callers, name, MOST_CALLERS, () => ({ tools: new Map(), hosts: new Map() }))
  const sessionOf = (id: string): Session =>
    remembered(sessions, id, MOST_SESSIONS, () => ({ denials: 0, tools: new Map() }))

  function ran(callId: CallId, at: number): void {
    const call = decided.get(callId)
    // A staged command runs once more when its changes are written: it is one call.
    if (call === undefined || call.ranAt !== null) return
    call.ranAt = at
    const { tools, hosts } = callerOf(call.caller)
    const key = keyOf(call)
    const { tool, action, capability } = call
    const counted = tools.get(key) ?? { tool, action, capability, grains: [] }
    tools.set(key, counted)
    const from = grainOf(at)
    const grain = counted.grains.find((each) => each.from === from)
    if (grain === undefined) counted.grains.push({ from, calls: 1 })
    else grain.calls += 1
    const own = sessionOf(call.session).tools
    own.set(key, (own.get(key) ?? 0) + 1)
    for (const host of call.hosts) remembered(hosts, host, MOST_HOSTS, () => callId)
  }

  function wasDecided(entry: Extract<JournalEntry, { kind: 'decision' }>): void {
    const { callId, principal, tool, action, capability, decision } = entry
    const before = decided.get(callId)
    const hosts = decision.touches.filter(namesHost).map(({ host }) => host)
    const call: Decided = {
      caller: nameOf(principal),
      session: sessionFor(principal),
      tool,
      action,
      capability: before?.capability ?? capability,
      hosts: [...new Set([...(before?.hosts ?? []), ...hosts])],
      ranAt: before?.ranAt ?? null,
    }
    decided.delete(callId)
    remembered(decided, callId, MOST_OPEN, () => call)
  }

  function denied(callId: CallId): void {
    const call = decided.get(callId)
    if (call !== undefined) sessionOf(call.session).denials += 1
  }

  return {
    decided: wasDecided,
    ran,
    denied,

    note(entry, at) {
      if (entry.kind === 'decision') wasDecided(entry)
      if (entry.kind === 'running' || (entry.kind === 'staged' && entry.change === 'started'))
        ran(entry.callId, at)
      if (entry.kind === 'answered' && entry.route === 'person' && denies(entry.answer))
        denied(entry.callId)
    },

    facts(asker, touches, callId, now) {
      const caller = callers.get(nameOf(asker))
      const session = sessions.get(sessionFor(asker))
      const itself = decided.get(callId)
      const calls: EarlierCount[] = []
      for (const [key, { tool, action, capability, grains }] of caller?.tools ?? []) {
        while (grains[0] !== undefined && isOver(grains[0].from, 'day', now)) grains.shift()
        const own = itself !== undefined && keyOf(itself) === key ? itself.ranAt : null
        const within = (window: keyof typeof WINDOWS): number => {
          let sum = own === null || isOver(grainOf(own), window, now) ? 0 : -1
          for (const { from, calls: more } of grains) if (!isOver(from, window, now)) sum += more
          return sum
        }
        const inSession = (session?.tools.get(key) ?? 0) - (own === null ? 0 : 1)
        calls.push({
          tool,
          action,
          capability,
          session: inSession,
          minute: within('minute'),
          hour: within('hour'),
          day: within('day'),
        })
      }
      const knownHosts = touches.flatMap((touch) => {
        const first = namesHost(touch) ? caller?.hosts.get(touch.host) : undefined
        return first === undefined || first === callId ? [] : [(touch as { host: string }).host]
      })
      return { calls, knownHosts, denials: session?.denials ?? 0 }
    },
  }
}

/** What is counted together. */
const keyOf = ({ tool, action }: Pick<Decided, 'tool' | 'action'>): string =>
  `${tool} ${action ?? ''}`

/**
 * The person has one name for all sessions, and so has each agent and client. What a sub-agent does
 * is done by the agent that a person talks to: nobody begins afresh by starting one.
 */
const nameOf = (principal: Principal): string =>
  principal.kind === 'subagent' && principal.chain !== undefined
    ? `agent ${principal.chain.at(-1)}`
    : `${principal.kind} ${principal.name}`

const sessionFor = (principal: Principal): string =>
  principal.kind === 'subagent' ? (principal.root ?? principal.session) : principal.session

const grainOf = (at: number): number => Math.floor(at / 1_000 / GRAIN) * GRAIN

/** What lies in the future, because a clock was set back, still counts. */
const isOver = (from: number, window: keyof typeof WINDOWS, now: number): boolean =>
  from + GRAIN + WINDOWS[window] <= now / 1_000

function remembered<K, V>(map: Map<K, V>, key: K, most: number, fresh: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const [oldest] = map.size >= most ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
  const created = fresh()
  map.set(key, created)
  return created
}
