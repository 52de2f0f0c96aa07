// Which fields an export hides. Pure. What says the same in other words is hidden with it: a hash of
// the arguments confirms every good guess at them, and so does the chain.
import type { RedactList } from '../../../contract/journal/receipt.ts'

/** What stays when the content is hidden; a field that is new and not here is hidden. */
const FRAME: ReadonlySet<string> = new Set([
  ...['seq', 'at', 'entry.kind', 'entry.callId', 'entry.runId', 'entry.approvalId', 'entry.tool'],
  ...['entry.capability', 'entry.action', 'entry.principal', 'entry.channel', 'entry.surface'],
  ...['entry.decision.effect', 'entry.decision.tier', 'entry.decision.baseTier'],
  ...['entry.decision.by', 'entry.decision.stepUp', 'entry.decision.policyHash'],
  ...['entry.policyHash', 'entry.answer', 'entry.stepUp', 'entry.route', 'entry.status'],
  ...['entry.durationMs', 'entry.bytes', 'entry.exitCode', 'entry.truncated', 'entry.expiresAt'],
  ...['entry.change', 'entry.version', 'entry.host', 'entry.open', 'entry.parent', 'entry.sandbox'],
  ...['entry.count', 'entry.files', 'entry.on'],
])

/** Who asked and answered, and the sentences of ours that name them. */
const PEOPLE: ReadonlySet<string> = new Set([
  ...['entry.principal', 'entry.client', 'entry.agent', 'entry.leftTo', 'entry.word', 'entry.name'],
  ...['entry.server', 'entry.host', 'entry.channel', 'entry.surface', 'entry.maker', 'entry.items'],
  ...['entry.second', 'entry.machine', 'entry.person', 'entry.organisation', 'entry.decision.by'],
  ...['entry.decision.reasons', 'entry.error', 'entry.text', 'entry.why', 'entry.again'],
])

/** What repeats arguments, or can be made of them. */
const OF_ARGUMENTS = [
  ...[
    'entry.requestHash',
    'entry.edited',
    'entry.origins',
    'entry.taint',
    'entry.decision.touches',
  ],
  ...['entry.decision.reasons', 'entry.touched', 'entry.reached', 'entry.readBack', 'entry.undo'],
  ...['entry.error', 'entry.hosts', 'entry.why', 'entry.again', 'entry.text', 'entry.forced'],
  ...['entry.promptHash', 'entry.resultHash'],
]

/** Whether a field is hidden. The number of a row is always shown. */
export function hides(redact: RedactList): (path: string) => boolean {
  if (redact.length === 0) return () => false
  const named = redact.flatMap((each) =>
    within('entry.args', each) || within(each, 'entry.args') ? [each, ...OF_ARGUMENTS] : [each],
  )
  return (path) => {
    if (path === 'seq') return false
    if (path === 'prev' || path === 'hash') return true
    if (redact.includes('content') && !FRAME.has(path)) return true
    if (redact.includes('people') && PEOPLE.has(path)) return true
    return named.some((each) => within(each, path))
  }
}

const within = (above: string, path: string): boolean =>
  path === above || path.startsWith(`${above}.`)

/** What is said of a hidden field: not the name of an argument. */
export const shownPath = (path: string): string =>
  path.startsWith('entry.args.') ? 'entry.args' : path
