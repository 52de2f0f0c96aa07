// Every word of the list of calls.
import { counted } from '../../../contract/counted.ts'
import type { CallStatus, Route } from '../../../contract/call/call.ts'
import type { AnsweredOn } from '../../../contract/call/principal.ts'

export const statuses: Readonly<Record<CallStatus, string>> = {
  done: 'Done',
  failed: 'Failed',
  denied: 'Denied',
  cancelled: 'Cancelled',
  unknown: 'Outcome unknown',
}
const where: Readonly<Record<AnsweredOn, string>> = {
  window: 'you',
  browser: 'you',
  cli: 'you, on the command line',
  client: 'you, in the client',
}
const by = (surface: AnsweredOn | null): string => (surface === null ? 'a person' : where[surface])

const ended: Readonly<Record<Route, string>> = {
  policy: 'policy',
  lease: 'a lease',
  person: 'a person',
  'time-out': 'nobody answered in time',
  'emergency-stop': 'everything was stopped',
  guard: 'the guard was turned on',
  preset: 'the preset changed',
  'policy-change': 'the policy changed',
  'tool-gone': 'the tool went away',
  'run-ended': 'the run ended',
  'client-gone': 'the client left',
  replaced: 'held again',
  'program-end': 'Gatehouse quit',
  unrecorded: 'it could not be recorded',
  cancelled: 'it was withdrawn',
  refused: 'policy',
}
const direct: ReadonlySet<Route> = new Set(['policy', 'lease', 'person', 'refused'])
const after = (verb: string): Readonly<Record<Route, string>> =>
  Object.fromEntries(
    Object.entries(ended).map(([route, text]) => [
      route,
      direct.has(route as Route) ? `${verb} by ${text}` : `${verb}: ${text}`,
    ]),
  ) as Record<Route, string>

export const callStrings = {
  views: { calls: 'Calls', events: 'Events' },
  view: 'View',
  table: 'Calls',
  columns: {
    time: 'Time',
    who: 'Who',
    what: 'What happened',
    tier: 'Tier',
    by: 'Decided by',
    duration: 'Duration',
  },
  refusedVerb: 'Refused before a decision:',
  open: 'Still open',
  allowed: (surface: AnsweredOn | null) => `Allowed by ${by(surface)}`,
  denied: (surface: AnsweredOn | null) => `Denied by ${by(surface)}`,
  allowedBy: after('Allowed'),
  deniedBy: { ...after('Denied'), policy: 'Blocked by policy', refused: 'Blocked by policy' },
  cancelled: after('Cancelled'),
  unknown: 'Outcome unknown: Gatehouse quit',
  failed: 'failed',
  rowName: (who: string, what: string) => `${who}: ${what}`,
  detail: 'Call',
  timeline: (rows: number) => `Timeline, ${counted(rows, 'event')}`,
  raw: 'Raw entry',
  rowsFound: (n: string) => counted(n, 'call'),
  atLeast: (n: string) => `${n}+ calls, counting`,
  eventsOnly: 'This search is about single events.',
}
