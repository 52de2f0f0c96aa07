// The values of those keys of a search that know all of theirs. Written out here, so that a screen
// that completes them need not carry the schemas; a test holds them to those.
import type { ApprovalAnswer } from '../approval/approval.ts'
import type { CallStatus, Route } from '../call/call.ts'
import type { Channel } from '../call/principal.ts'
import type { Tier } from '../call/tier.ts'
import type { Effect } from '../policy/decision.ts'
import { decisionCategories } from './decision-category.ts'
import { type FactKey, waitSteps } from './journal-facts.ts'
import type { JournalKind } from './journal.ts'

const kinds = Object.keys({
  started: true,
  stopped: true,
  refused: true,
  decision: true,
  asked: true,
  rehearsing: true,
  rehearsed: true,
  staged: true,
  answered: true,
  running: true,
  outcome: true,
  undone: true,
  run: true,
  lease: true,
  'step-up': true,
  secret: true,
  schedule: true,
  record: true,
  agent: true,
  terminal: true,
  server: true,
  plugin: true,
  gateway: true,
  webhook: true,
  'second-approval': true,
  bundle: true,
  model: true,
  guard: true,
  'emergency-stop': true,
  policy: true,
  'signing-key': true,
  page: true,
  fault: true,
  restored: true,
} satisfies Readonly<Record<JournalKind, true>>)
const effects = ['allow', 'confirm', 'deny'] as const satisfies readonly Effect[]
export const tiers = ['R0', 'R1', 'R2', 'R3', 'R4'] as const satisfies readonly Tier[]
const routes = [
  ...([
    'policy',
    'lease',
    'person',
    'emergency-stop',
    'time-out',
    'guard',
    'preset',
    'policy-change',
    'tool-gone',
    'run-ended',
  ] as const),
  ...(['client-gone', 'replaced', 'program-end', 'unrecorded', 'cancelled', 'refused'] as const),
] as const satisfies readonly Route[]
const statuses = [
  'done',
  'failed',
  'denied',
  'cancelled',
  'unknown',
] as const satisfies readonly CallStatus[]
const channels = [
  'window',
  'browser',
  'gateway',
  'schedule',
  'cli',
] as const satisfies readonly Channel[]
const answers = [
  'once',
  'session',
  'scope',
  'always',
  'deny-once',
  'deny-scope',
  'deny-always',
] as const satisfies readonly ApprovalAnswer[]

/** Keys that know all their values. */
export const closedValues: Readonly<Partial<Record<FactKey, readonly string[]>>> = {
  kind: kinds,
  decision: effects,
  tier: tiers,
  route: routes,
  status: statuses,
  channel: channels,
  answer: answers,
  waited: waitSteps.map(({ name }) => name),
  category: decisionCategories,
}
