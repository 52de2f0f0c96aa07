// How loud a row is, in the numbers of OpenTelemetry (its log data model, "Severity Fields").
import type { JournalEntry } from '../../../contract/journal/journal.ts'

export type Severity = { readonly number: 9 | 13 | 17; readonly text: 'INFO' | 'WARN' | 'ERROR' }

const INFO: Severity = { number: 9, text: 'INFO' }
const WARN: Severity = { number: 13, text: 'WARN' }
const ERROR: Severity = { number: 17, text: 'ERROR' }

/** ERROR: something broke, or somebody tampers. WARN: something was turned away or went wrong. */
export function severityOf(entry: JournalEntry | null): Severity {
  switch (entry?.kind) {
    case undefined:
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
    default:
      return INFO
  }
}
