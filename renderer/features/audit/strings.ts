// Every word of the audit screen.
import type { CallStatus, Route } from '../../../contract/call.ts'
import type { Effect } from '../../../contract/decision.ts'
import type { JournalKind } from '../../../contract/journal.ts'

const kinds: Readonly<Record<JournalKind, string>> = {
  started: 'Started',
  stopped: 'Stopped',
  refused: 'Refused',
  decision: 'Decision',
  asked: 'Asked',
  rehearsing: 'Rehearsing',
  rehearsed: 'Rehearsed',
  answered: 'Answered',
  running: 'Running',
  outcome: 'Outcome',
  run: 'Run',
  lease: 'Lasting yes',
  presence: 'Presence',
  undone: 'Undone',
  secret: 'Credentials',
  guard: 'Guard',
  policy: 'Policy',
}
const effects: Readonly<Record<Effect, string>> = { allow: 'Allow', confirm: 'Ask', deny: 'Deny' }
const statuses: Readonly<Record<CallStatus, string>> = {
  done: 'Done',
  failed: 'Failed',
  denied: 'Denied',
  cancelled: 'Cancelled',
  unknown: 'End unknown',
}
const routes: Readonly<Record<Route, string>> = {
  policy: 'by the rules',
  lease: 'by a lasting yes',
  person: 'by a person',
  'time-out': 'time ran out',
  cancelled: 'cancelled',
  refused: 'refused',
}

export const strings = {
  title: 'Audit',
  table: 'Journal',
  total: (n: string) => `${n} rows`,
  filter: 'Search the journal',
  filterPlaceholder: 'Search…',
  kind: 'Kind',
  kindAll: 'Kind: all',
  tool: 'Tool',
  toolAll: 'Tool: all',
  effect: 'Decision',
  effectAll: 'Decision: all',
  follow: 'Follow live',
  verify: 'Verify',
  verifying: 'Checking every row…',
  intact: (rows: string, time: string) => `The chain is intact: ${rows} rows checked in ${time}.`,
  broken: (seq: number) => `The chain is broken at row ${seq}.`,
  faults: {
    edited: 'edited',
    removed: 'removed',
    inserted: 'inserted',
    'cut-off': 'cut off',
    'head-missing': 'head missing',
    unreadable: 'unreadable',
  },
  columns: { seq: 'Row', time: 'Time', kind: 'Kind', tool: 'Tool', what: 'What', how: 'How it went' },
  none: 'No row fits this filter.',
  empty: 'Nothing has been recorded yet.',
  clear: 'Clear the filter',
  close: 'Close the details',
  detail: 'Row',
  rowTitle: (seq: number) => `Row ${seq}`,
  whole: 'The whole entry',
  sameCall: 'All rows of this call',
  hash: 'Hash',
  prev: 'Hash of the row before',
  kinds,
  effects,
  statuses,
  routes,
  guardOn: 'switched on',
  guardOff: 'switched off',
  answers: {
    once: 'allowed once',
    session: 'allowed for the session',
    scope: 'allowed within limits',
    always: 'allowed always',
    'deny-once': 'denied once',
    'deny-always': 'denied for good',
  },
  withProof: { passphrase: 'with the passphrase', totp: 'with a one-time code' },
  edited: 'with other arguments',
  presence: {
    'passphrase-set': 'passphrase set',
    'totp-set': 'one-time codes set up',
    'totp-removed': 'one-time codes removed',
    failed: 'wrong proof',
    locked: 'wrong proof, and answers locked for a while',
  },
  secret: (change: 'set' | 'removed' | 'unlocked' | 'locked' | 'failed', name: string | null) =>
    ({ set: `${name} stored`, removed: `${name} removed`, unlocked: 'store opened', locked: 'store locked', failed: 'store not opened' })[
      change
    ],
  noPerson: { person: 'by a person', 'time-out': 'nobody answered in time', cancelled: 'the run was stopped' },
  asked: 'held for a person',
  undone: (callId: string, change: 'begun' | 'ended', files: number, failed: number) =>
    change === 'begun' ? `${callId}: begun` : `${callId}: ${files} put back${failed === 0 ? '' : `, ${failed} not`}`,
  rehearsing: 'in a throw-away copy of the workspace',
  rehearsed: (changes: number, hosts: number) => `${changes} changes, ${hosts} hosts tried`,
  runsBy: (route: string) => `let run ${route}`,
  loadingMore: 'Reading older rows…',
  host: (host: string, version: string) => `${host}, version ${version}`,
}
