// One journal row in a few words: what it is about, and how it went. Pure.
import type { JournalEntry } from '../../../../contract/journal/journal.ts'
import { assertNever } from '../../../../contract/never.ts'
import { strings } from '../strings.ts'
import { callRowSummary, type RowSummary } from './call-row-text.ts'
import { outsideRowSummary } from './outside-row-text.ts'

export function rowSummary(entry: JournalEntry, workspace: string): RowSummary {
  if ('callId' in entry && 'tool' in entry) return callRowSummary(entry, workspace)
  const plain = { tool: '', what: '', how: '', tone: 'plain', tier: null } as const
  switch (entry.kind) {
    case 'started':
      return { ...plain, what: strings.host(entry.host, entry.version) }
    case 'stopped':
      return { ...plain, what: entry.host }
    case 'undone':
      return {
        ...plain,
        how:
          entry.change === 'started'
            ? ''
            : entry.failed === 0 && entry.error === null
              ? strings.undoneWell
              : strings.undoneNot,
        what:
          entry.error?.text ??
          strings.undone(entry.callId, entry.change, entry.files, entry.failed),
        tone: entry.error === null && entry.failed === 0 ? 'ok' : 'bad',
      }
    case 'run':
      return {
        ...plain,
        what: entry.text === '' ? entry.change : `${entry.change}: ${entry.text}`,
        tone: entry.change === 'failed' ? 'bad' : 'plain',
      }
    case 'lease':
      return {
        ...plain,
        tool: entry.tool,
        what: entry.text ?? entry.change,
        how: entry.text === undefined ? '' : strings.leaseChanges[entry.change],
      }
    case 'step-up':
      return {
        ...plain,
        what: strings.stepUp[entry.change],
        tone: entry.change === 'failed' || entry.change === 'locked' ? 'bad' : 'plain',
      }
    case 'secret':
      return {
        ...plain,
        what: strings.secret(entry.change, entry.name),
        tone: entry.change === 'failed' ? 'bad' : 'plain',
      }
    case 'record':
      return { ...plain, what: strings.record(entry.change, entry.of, entry.id) }
    case 'agent':
      return {
        ...plain,
        what: strings.agentTurned(entry.change, entry.name),
        how: strings.agentMade(entry.maker),
        tone: entry.change === 'enabled' ? 'warn' : 'plain',
      }
    case 'schedule':
      return {
        ...plain,
        what: strings.job(entry.name, entry.change),
        how: entry.text?.split('\n', 1)[0] ?? '',
        tone: entry.change === 'failed' || entry.change === 'missed' ? 'bad' : 'plain',
      }
    case 'terminal':
      return {
        ...plain,
        what: strings.terminal(entry.change, entry.name, entry.agent),
        how: [...(entry.text === null ? [strings.terminalHidden] : [entry.text]), ...entry.keys]
          .filter((word) => word !== '')
          .join(' '),
      }
    case 'server':
    case 'plugin':
    case 'gateway':
    case 'webhook':
    case 'second-approval':
    case 'bundle':
    case 'model':
    case 'page':
      return outsideRowSummary(entry)
    case 'emergency-stop':
      return {
        ...plain,
        what: strings.emergencyStop[entry.change],
        tone: entry.change === 'stopped' ? 'bad' : 'ok',
      }
    case 'fault':
      return { ...plain, what: entry.text, tone: 'bad' }
    case 'restored':
      return entry.lostFrom === null || entry.lostTo === null
        ? { ...plain, what: strings.restoredWhole(entry.backup), tone: 'warn' }
        : {
            ...plain,
            what: strings.restoredPart(entry.backup, entry.lostFrom, entry.lostTo),
            tone: 'bad',
          }
    case 'guard':
      return {
        ...plain,
        what: entry.on ? strings.guardOn : strings.guardOff,
        tone: entry.on ? 'ok' : 'warn',
      }
    case 'signing-key':
      return { ...plain, what: strings.keyRotated(entry.after.slice(0, 16)) }
    case 'policy':
      return {
        ...plain,
        what: entry.text === '' ? entry.change : `${entry.change}: ${entry.text}`,
        tone: entry.change === 'rejected' ? 'bad' : 'plain',
      }
    default:
      return assertNever(entry, 'rowSummary')
  }
}
