// Calls as OpenTelemetry spans in the form of OTLP/JSON file lines: one call a line, named as the
// GenAI conventions name the running of a tool. Those are still being drafted, so what is ours
// alone is under `gatehouse.`. Pure.
import { hash } from 'node:crypto'
import { categoryOf } from '../../contract/journal/decision-category.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal/journal.ts'

type Value =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly boolValue: boolean }
type Attribute = { readonly key: string; readonly value: Value }

const text = (key: string, value: string | null | undefined): Attribute[] =>
  value === null || value === undefined || value === ''
    ? []
    : [{ key, value: { stringValue: value } }]
const whole = (key: string, value: number | null | undefined): Attribute[] =>
  value === null || value === undefined
    ? []
    : [{ key, value: { intValue: String(Math.round(value)) } }]

/** `rows`: all of one call, oldest first. `version`: of Gatehouse. */
export function spanLine(rows: readonly JournalRow[], version: string): string {
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return ''
  const asked = entryOf(rows, 'decision') ?? entryOf(rows, 'refused')
  const outcome = entryOf(rows, 'outcome')
  const failed = outcome?.error ?? entryOf(rows, 'refused')?.error ?? null
  const callId = 'callId' in first.entry ? first.entry.callId : ''
  const tool = rows.flatMap(({ entry }) => ('tool' in entry ? [entry.tool] : []))[0] ?? ''
  const decision = entryOf(rows, 'decision')
  const span = {
    traceId: hash('sha256', asked?.runId ?? asked?.principal.session ?? callId, 'hex').slice(0, 32),
    spanId: hash('sha256', callId, 'hex').slice(0, 16),
    name: `execute_tool ${tool}`,
    kind: 1,
    startTimeUnixNano: nanoseconds(first.at),
    endTimeUnixNano: nanoseconds(last.at),
    attributes: [
      ...text('gen_ai.operation.name', 'execute_tool'),
      ...text('gen_ai.tool.name', tool),
      ...text('gen_ai.tool.call.id', callId),
      ...text('gen_ai.tool.type', 'function'),
      ...text(
        'gen_ai.agent.name',
        asked === undefined || asked.principal.kind === 'person' ? null : asked.principal.name,
      ),
      ...text('gen_ai.conversation.id', asked?.principal.session),
      ...text('error.type', failed?.code),
      ...text('gatehouse.principal.kind', asked?.principal.kind),
      ...text('gatehouse.channel', asked?.channel),
      ...text('gatehouse.run.id', asked?.runId),
      ...text('gatehouse.action', decision?.action),
      ...text('gatehouse.decision', decision?.decision.effect),
      ...text('gatehouse.tier', decision?.decision.tier),
      ...text(
        'gatehouse.decided_by',
        decision === undefined ? null : `${decision.decision.by.kind}/${decision.decision.by.id}`,
      ),
      ...text('gatehouse.policy.hash', decision?.decision.policyHash),
      ...text('gatehouse.request.hash', decision?.requestHash),
      ...text('gatehouse.route', outcome?.route),
      ...text('gatehouse.status', outcome?.status),
      ...whole('gatehouse.exit_code', outcome?.exitCode),
    ],
    events: rows.map(({ seq, at, entry, hash: expectedHead }) => ({
      timeUnixNano: nanoseconds(at),
      name: `gatehouse.${entry.kind}`,
      attributes: [
        ...whole('gatehouse.row', seq),
        ...text('gatehouse.row.hash', expectedHead),
        ...text('gatehouse.category', categoryOf(entry)),
        ...(entry.kind === 'answered'
          ? [...text('gatehouse.answer', entry.answer), ...text('gatehouse.route', entry.route)]
          : []),
      ],
    })),
    status:
      outcome === undefined && failed === null
        ? {}
        : failed === null
          ? { code: 1 }
          : { code: 2, message: failed.text },
  }
  const resource = {
    attributes: [...text('service.name', 'gatehouse'), ...text('service.version', version)],
  }
  const scopeSpans = [{ scope: { name: 'gatehouse.audit', version }, spans: [span] }]
  return `${JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] })}\n`
}

const nanoseconds = (milliseconds: number): string => `${BigInt(milliseconds) * 1_000_000n}`

function entryOf<K extends JournalEntry['kind']>(
  rows: readonly JournalRow[],
  kind: K,
): Extract<JournalEntry, { kind: K }> | undefined {
  const found = rows.findLast(({ entry }) => entry.kind === kind)?.entry
  // The kind was just compared; the compiler does not carry it through `findLast`.
  return found as Extract<JournalEntry, { kind: K }> | undefined
}
