// What a journal row can be found by: facts under keys, and its text. Pure; the one place that says
// so, for the index, for rows that are not indexed yet, and for the window.
import type { JournalEntry } from './journal.ts'
import { categoryOf } from './decision-category.ts'
import { assertNever } from '../never.ts'
import type { CanonicalTouch } from '../call/touch.ts'

export const factKeys = [
  ...([
    'kind',
    'tool',
    'action',
    'principal',
    'agent',
    'session',
    'run',
    'channel',
    'decision',
    'tier',
    'by',
    'answer',
  ] as const),
  ...([
    'route',
    'status',
    'call',
    'approval',
    'host',
    'path',
    'server',
    'waited',
    'request',
    'category',
  ] as const),
] as const
export type FactKey = (typeof factKeys)[number]

export type Facts = Readonly<Partial<Record<FactKey, readonly string[]>>>

/** What rows of a call take over from its decision: who asked, and how risky it was. */
export const inheritedKeys = [
  'action',
  'principal',
  'agent',
  'session',
  'run',
  'channel',
  'tier',
] as const

/**
 * `facts`: of the newest decision of the call before the row. `askedAt`: when its question was put,
 * for an answer.
 */
export type CallContext = { readonly facts: Facts; readonly askedAt: number | null }
export const noContext: CallContext = { facts: {}, askedAt: null }

/** How long a person took. The first step is too short to have read the card. */
export const waitSteps = [
  { name: '0-1.5s', below: 1_500 },
  { name: '1.5-5s', below: 5_000 },
  { name: '5-15s', below: 15_000 },
  { name: '15-60s', below: 60_000 },
  { name: '1-5m', below: 300_000 },
  { name: '5m-', below: Number.POSITIVE_INFINITY },
] as const

export const waitStep = (milliseconds: number): string =>
  waitSteps.find(({ below }) => milliseconds < below)?.name ?? '5m-'

/** The facts of one row. With the context of its call, also those that it takes over. */
export function factsOf(at: number, entry: JournalEntry, context: CallContext = noContext): Facts {
  const category = categoryOf(entry)
  const own = category === null ? ownFacts(entry) : { ...ownFacts(entry), category: [category] }
  if (!('callId' in entry)) return own
  const facts: Partial<Record<FactKey, readonly string[]>> = {
    ...own,
    call: [...(own.call ?? []), entry.callId],
  }
  if (entry.kind !== 'decision' && entry.kind !== 'refused') {
    for (const key of inheritedKeys)
      if (facts[key] === undefined && context.facts[key] !== undefined)
        facts[key] = context.facts[key]
  }
  if (entry.kind === 'answered' && entry.route === 'person' && context.askedAt !== null)
    facts.waited = [waitStep(at - context.askedAt)]
  return facts
}

/** As `denies` of approval.ts, whose schemas have no place in the page. */
const isDenial = (answer: string): boolean => answer.startsWith('deny-')

function ownFacts(entry: JournalEntry): Facts {
  const { kind } = entry
  switch (kind) {
    case 'started':
    case 'stopped':
      return { kind: [kind] }
    case 'refused':
      return {
        kind: [kind],
        tool: [entry.tool],
        status: ['denied'],
        route: [kind],
        ...who(entry),
      }
    case 'decision': {
      const { decision } = entry
      return {
        kind: [kind],
        tool: [entry.tool],
        ...who(entry),
        ...(entry.action === null ? {} : { action: [entry.action] }),
        request: [entry.requestHash],
        decision: [decision.effect],
        tier: [decision.tier],
        by: [decision.by.kind, decision.by.id],
        ...reached(decision.touches),
        // Nothing more is written of a call that may not be.
        ...(decision.effect === 'deny' ? { status: ['denied'], route: ['policy'] } : {}),
      }
    }
    case 'asked':
    case 'rehearsing':
      return { kind: [kind], tool: [entry.tool], approval: [entry.approvalId] }
    case 'rehearsed':
      return {
        kind: [kind],
        tool: [entry.tool],
        approval: [entry.approvalId],
        host: entry.hosts.map(({ host }) => host),
      }
    case 'staged':
      return { kind: [kind], tool: [entry.tool], host: entry.hosts.map(({ host }) => host) }
    case 'answered':
      return {
        kind: [kind],
        tool: [entry.tool],
        approval: [entry.approvalId],
        answer: [entry.answer],
        route: [entry.route],
        ...(isDenial(entry.answer) ? { status: ['denied'] } : {}),
      }
    case 'running':
      return { kind: [kind], tool: [entry.tool], route: [entry.route] }
    case 'outcome': {
      const { path, host, server } = reached(entry.touched)
      return {
        kind: [kind],
        tool: [entry.tool],
        route: [entry.route],
        status: [entry.status],
        path,
        host: [...host, ...(entry.reached ?? []).map((one) => one.host)],
        server,
      }
    }
    case 'undone':
      return { kind: [kind], call: [entry.undoId], path: entry.forced }
    case 'run':
      return { kind: [kind], run: [entry.runId] }
    case 'lease':
      return { kind: [kind], tool: [entry.tool] }
    case 'step-up':
    case 'secret':
    case 'schedule':
    case 'webhook':
    case 'bundle':
    case 'record':
    case 'guard':
    case 'fault':
    case 'restored':
    case 'emergency-stop':
    case 'policy':
    case 'signing-key':
    case 'page':
    case 'agent':
      return { kind: [kind] }
    case 'terminal':
      return {
        kind: [kind],
        principal: [entry.agent],
        ...(entry.runId === null ? {} : { run: [entry.runId] }),
      }
    case 'server':
      return { kind: [kind], server: [entry.server] }
    case 'second-approval':
      return {
        kind: [kind],
        ...(entry.toolName === null ? {} : { tool: [entry.toolName] }),
        ...(entry.approvalId === null ? {} : { approval: [entry.approvalId] }),
        ...(entry.call === null ? {} : { call: [entry.call] }),
      }
    case 'plugin':
      return { kind: [kind], tool: [entry.plugin] }
    case 'gateway':
      return { kind: [kind], ...(entry.client === null ? {} : { principal: [entry.client] }) }
    case 'model':
      return { kind: [kind], ...(entry.server === null ? {} : { host: [hostOf(entry.server)] }) }
    default:
      return assertNever(kind, 'factsOf')
  }
}

const hostOf = (server: string): string => server.replace(/:\d+$/, '')

function who({
  principal,
  channel,
  runId,
}: Pick<Extract<JournalEntry, { kind: 'decision' }>, 'principal' | 'channel' | 'runId'>): Facts {
  const isAgent = principal.kind === 'agent' || principal.kind === 'subagent'
  const run = runId ?? ('runId' in principal ? principal.runId : null)
  return {
    principal: [principal.name, principal.kind],
    ...(isAgent ? { agent: [principal.name] } : {}),
    session: [principal.session],
    ...(run === null ? {} : { run: [run] }),
    channel: [channel],
  }
}

function reached(touches: readonly CanonicalTouch[]): {
  path: string[]
  host: string[]
  server: string[]
} {
  const found = { path: new Set<string>(), host: new Set<string>(), server: new Set<string>() }
  for (const touch of touches) {
    if ('path' in touch) found.path.add(touch.path)
    else if ('host' in touch) found.host.add(touch.host)
    else if ('server' in touch) found.server.add(touch.server)
    else if ('cwd' in touch) found.path.add(touch.cwd)
  }
  return { path: [...found.path], host: [...found.host], server: [...found.server] }
}

/** What a search looks through; what a row holds beyond it is found by its facts only. */
const TEXT_LIMIT = 32_768
/** Says nothing to a person, and nobody types it. */
const isHash = (text: string): boolean => text.length === 64 && /^[0-9a-f]{64}$/.test(text)

/** Every value of the row in one text, in small letters, one a line; hashes left out. */
export function textOf(entry: JournalEntry): string {
  const parts: string[] = []
  let left = TEXT_LIMIT
  const add = (value: unknown): void => {
    if (left <= 0 || value === null || value === undefined || typeof value === 'boolean') return
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value)
      if (isHash(text)) return
      parts.push(text)
      left -= text.length + 1
    } else if (Array.isArray(value)) value.forEach(add)
    else if (typeof value === 'object') {
      for (const member of Object.values(value)) add(member)
    }
  }
  add(entry)
  return parts.join('\n').slice(0, TEXT_LIMIT).toLowerCase()
}

/** Letters, digits and the underscore make a word. */
export const words = (text: string): string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? []
