// How loud a row is, in the numbers of OpenTelemetry (its log data model, "Severity Fields").
import { assertNever } from '../../../contract/never.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'

export type Severity = { readonly number: 9 | 13 | 17; readonly text: 'INFO' | 'WARN' | 'ERROR' }

const INFO: Severity = { number: 9, text: 'INFO' }
const WARN: Severity = { number: 13, text: 'WARN' }
const ERROR: Severity = { number: 17, text: 'ERROR' }

/** ERROR: something broke, or somebody tampers. WARN: something was turned away or went wrong. */
export function severityOf(entry: JournalEntry | null): Severity {
  // This version cannot read it.
  if (entry === null) return ERROR
  switch (entry.kind) {
    case 'fault':
    case 'restored':
      return ERROR
    case 'server':
      return entry.change === 'tampered' ? ERROR : entry.change === 'misbehaved' ? WARN : INFO
    case 'second-approval':
      return entry.change.endsWith('-refused') ? ERROR : INFO
    case 'refused':
    case 'emergency-stop':
      return WARN
    case 'decision':
      return entry.decision.effect === 'deny' ? WARN : INFO
    case 'answered':
      return entry.answer.startsWith('deny-') ? WARN : INFO
    case 'outcome':
      return entry.status === 'done' ? INFO : WARN
    case 'step-up':
      return entry.change === 'failed' || entry.change === 'locked' ? WARN : INFO
    case 'policy':
      return entry.change === 'rejected' ? WARN : INFO
    case 'page':
      return entry.change === 'refused' ? WARN : INFO
    case 'agent':
    case 'asked':
    case 'bundle':
    case 'gateway':
    case 'guard':
    case 'lease':
    case 'model':
    case 'plugin':
    case 'record':
    case 'rehearsed':
    case 'rehearsing':
    case 'run':
    case 'running':
    case 'schedule':
    case 'secret':
    case 'signing-key':
    case 'staged':
    case 'started':
    case 'stopped':
    case 'terminal':
    case 'undone':
    case 'webhook':
      return INFO
    default:
      return assertNever(entry, 'severityOf')
  }
}
