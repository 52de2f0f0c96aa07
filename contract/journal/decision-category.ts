// Which kind of decision a journal row is, in the fifteen names that decision logs of this family
// use. Pure. The one table for the search, the exports and docs/audit-categories.md; the first line
// that fits a row counts.
import { z } from 'zod'
import { JournalRow, type JournalEntry } from './journal.ts'

export const decisionCategories = [
  ...(['tool.allow', 'tool.external_filter', 'tool.network'] as const),
  ...(['provider.network', 'provider.select', 'provider.fixtures', 'provider.reliable'] as const),
  ...(['memory.backend', 'memory.recall'] as const),
  ...(['gateway.request_bytes', 'gateway.auth', 'gateway.throttle'] as const),
  ...([
    'delegation.token.mint',
    'delegation.token.expired',
    'delegation.token.turns_exhausted',
  ] as const),
] as const
export type DecisionCategory = (typeof decisionCategories)[number]

type Line = {
  readonly category: DecisionCategory
  /** What happened, for people. */
  readonly event: string
  readonly fits: (entry: JournalEntry) => boolean
}

const line = <K extends JournalEntry['kind']>(
  category: DecisionCategory,
  kind: K,
  event: string,
  fits: (entry: Extract<JournalEntry, { kind: K }>) => boolean = () => true,
): Line => ({
  category,
  event: `\`${kind}\`: ${event}`,
  fits: (entry) => entry.kind === kind && fits(entry as Extract<JournalEntry, { kind: K }>),
})

type DecisionEntry = Extract<JournalEntry, { kind: 'decision' }>
const notReviewed = ({ decision }: DecisionEntry): boolean =>
  decision.reasons.some(({ code }) => code === 'tool.not-reviewed')
const byNetwork = ({ decision }: DecisionEntry): boolean =>
  decision.by.kind === 'guard' ||
  decision.reasons.some(({ code }) => code === 'preset.network' || code === 'stop.address') ||
  decision.touches.some(({ kind }) => kind === 'net.fetch' || kind === 'net.connect')

export const categoryLines: readonly Line[] = [
  line(
    'gateway.throttle',
    'decision',
    'a call is denied because its caller or tool has reached a rate limit',
    ({ decision }) => decision.by.kind === 'rate-limit',
  ),
  line(
    'tool.external_filter',
    'decision',
    'a call of an external tool that is not reviewed, or changed since',
    notReviewed,
  ),
  line('memory.recall', 'decision', 'notes of earlier sessions are searched', ({ decision }) =>
    decision.touches.some((touch) => touch.kind === 'memory' && touch.access === 'read'),
  ),
  line(
    'memory.backend',
    'decision',
    'a note is written for later sessions, or deleted',
    ({ decision }) => decision.touches.some(({ kind }) => kind === 'memory'),
  ),
  line(
    'tool.network',
    'decision',
    'a call that reaches a host, or that the exfiltration guard or a preset keeps from the network',
    byNetwork,
  ),
  line('tool.allow', 'decision', 'every other call: allowed, held or denied'),
  line(
    'delegation.token.turns_exhausted',
    'refused',
    'a call of a client whose token has no call left',
    ({ error }) => error.code === 'delegation.calls',
  ),
  line(
    'tool.external_filter',
    'refused',
    'the tool of a server is closed or cannot be used',
    ({ error }) => error.code.startsWith('server.'),
  ),
  line(
    'tool.external_filter',
    'refused',
    'a plugin is not let in by the filter, not reviewed, changed since, or cannot be used',
    ({ error }) => error.code.startsWith('plugin.'),
  ),
  line(
    'tool.network',
    'refused',
    'a tool that needs the network is hidden by a preset without it, or by the exfiltration guard',
    ({ error }) => error.code === 'tool.network',
  ),
  line(
    'tool.network',
    'refused',
    'an address that cannot be reached from here',
    ({ error }) => error.code.startsWith('net.') || error.code.startsWith('url.'),
  ),
  line('tool.allow', 'refused', 'no such tool, arguments that do not fit, or data not declared'),
  line('tool.allow', 'answered', 'a held call is answered by a person, or by nobody in time'),
  line('tool.external_filter', 'server', 'what an external server may offer is changed'),
  line('tool.external_filter', 'plugin', 'what a person reviewed of a plugin is changed'),
  line('tool.network', 'guard', 'the exfiltration guard is switched'),
  line('provider.select', 'model', 'another model is set', ({ change }) => change === 'selected'),
  line(
    'provider.network',
    'model',
    'the model server cannot be reached',
    ({ change }) => change === 'unreachable',
  ),
  line(
    'provider.fixtures',
    'model',
    'answers of the model are recorded, or recorded ones are played',
    ({ change }) => change === 'recording' || change === 'replaying',
  ),
  line('provider.reliable', 'model', 'the model server answers with a failure'),
  line(
    'gateway.throttle',
    'gateway',
    'a client makes too many requests at once',
    ({ change }) => change === 'throttled',
  ),
  line(
    'gateway.request_bytes',
    'gateway',
    'a message is longer than is taken',
    ({ change }) => change === 'too-large',
  ),
  line(
    'delegation.token.mint',
    'gateway',
    'a client gets a token that is for less than the policy allows',
    ({ change }) => change === 'token-narrowed',
  ),
  line(
    'delegation.token.turns_exhausted',
    'gateway',
    'a client makes the last call of such a token',
    ({ change }) => change === 'token-used-up',
  ),
  line(
    'delegation.token.expired',
    'gateway',
    'a client comes with such a token after its time, or it is revoked',
    ({ change }) => change === 'token-expired' || change === 'token-revoked',
  ),
  line('gateway.auth', 'gateway', 'a token is refused, or a client is added or removed'),
  line(
    'gateway.throttle',
    'webhook',
    'a sender of events sends too many',
    ({ change }) => change === 'throttled',
  ),
  line(
    'gateway.request_bytes',
    'webhook',
    'an event is longer than is taken',
    ({ change }) => change === 'too-large',
  ),
  line(
    'gateway.auth',
    'webhook',
    'a signature is refused, or a webhook is made, gets a new secret or is removed',
    ({ change }) => ['signature-refused', 'added', 'renewed', 'removed'].includes(change),
  ),
  line(
    'delegation.token.mint',
    'agent',
    'a person turns on an agent that a program made: it has its grant from then on',
    ({ change }) => change === 'enabled',
  ),
  line(
    'delegation.token.expired',
    'agent',
    'a person turns it off again',
    ({ change }) => change === 'disabled',
  ),
  line(
    'delegation.token.mint',
    'lease',
    'a lasting answer is given, by which calls run later',
    ({ change }) => change === 'granted',
  ),
  line(
    'delegation.token.expired',
    'lease',
    'a lasting answer ends',
    ({ change }) => change === 'revoked',
  ),
  line(
    'delegation.token.mint',
    'run',
    'a sub-agent begins, with what was handed on to it',
    ({ change, parent }) => change === 'created' && parent !== undefined,
  ),
  line(
    'delegation.token.turns_exhausted',
    'run',
    'a sub-agent has taken all its steps',
    ({ change }) => change === 'used-up',
  ),
  line(
    'delegation.token.expired',
    'run',
    'what was handed on to a sub-agent is over, or taken back by a person',
    ({ change }) => change === 'expired' || change === 'revoked',
  ),
]

/** Null: the row records no decision. */
export const categoryOf = (entry: JournalEntry): DecisionCategory | null =>
  categoryLines.find(({ fits }) => fits(entry))?.category ?? null

/** A row as other programs read it: with the kind of decision that it records, if any. */
export const PrintedRow = JournalRow.extend({ category: z.enum(decisionCategories).nullable() })
export type PrintedRow = z.infer<typeof PrintedRow>
