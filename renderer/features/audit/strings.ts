// Every word of the audit screen.
import { counted } from '../../../contract/counted.ts'
import { callStrings, statuses } from './call-strings.ts'
import { serverChanges } from './server-change-strings.ts'
import { exportStrings } from './export-strings.ts'
import { gatewayStrings } from './gateway-strings.ts'
import { kinds } from './kind-strings.ts'
import { secondStrings } from './second-strings.ts'
import type { ApprovalRoute } from '../../../contract/approval/approval-route.ts'
import type { Route } from '../../../contract/call/call.ts'
import type { Effect } from '../../../contract/policy/decision.ts'

const effects: Readonly<Record<Effect, string>> = { allow: 'Allow', confirm: 'Ask', deny: 'Deny' }
const routes: Readonly<Record<Route, string>> = {
  policy: 'by policy',
  lease: 'by a lease',
  person: 'by a person',
  'emergency-stop': 'everything was stopped',
  'time-out': 'time ran out',
  guard: 'the exfiltration guard was turned on',
  preset: 'the preset changed',
  'policy-change': 'the policy changed',
  'tool-gone': 'the tool or its server became unavailable',
  'run-ended': 'the run ended',
  'client-gone': 'the client disconnected or cancelled it',
  replaced: 'held again',
  'program-end': 'Gatehouse ended',
  unrecorded: 'it could not be recorded',
  cancelled: 'cancelled',
  refused: 'refused',
}
/** What ended an approval. */
const noPerson: Readonly<Record<ApprovalRoute, string>> = {
  ...routes,
  'emergency-stop': 'a person stopped everything',
  'time-out': 'nobody answered in time',
  cancelled: 'withdrawn',
}

export const strings = {
  calls: callStrings,
  title: 'Audit',
  table: 'Journal',
  total: (n: string) => counted(n, 'row'),
  atLeast: (n: string) => `${n}+ rows, counting`,
  newer: (n: string) => `${n} new`,
  today: 'Today',
  yesterday: 'Yesterday',
  several: 'several',
  reading: '…',
  unreadable: 'unreadable',
  query: {
    label: 'Search the journal',
    placeholder: 'tool:exec decision:deny after:7d "free text"',
    offers: 'Suggestions',
    keys: {
      kind: 'kind of row: decision, asked, outcome …',
      tool: 'name of the tool',
      action: 'action of a tool that has several',
      principal: 'caller, by name or kind',
      agent: 'agent or sub-agent',
      session: 'one session',
      run: 'one run, with all its calls',
      channel: 'channel',
      decision: 'allow, confirm or deny',
      tier: 'risk: R3, or >=R2',
      by: 'what decided: rule, lease, preset …',
      answer: 'a person’s answer',
      route: 'how it was allowed',
      status: 'result',
      call: 'one call, all rows',
      approval: 'one held call',
      host: 'host: *.example.com',
      path: 'file or folder, with everything below',
      server: 'external server',
      plugin: 'plugin',
      waited: 'time until the answer',
      request: 'the same request, by its hash',
      after: '15m, 24h, 7d, today, 2026-11-21',
      before: '15m, 24h, 7d, today, 2026-11-21',
    } as Readonly<Record<string, string>>,
  },
  tier: 'Tier',
  tierAll: 'Tier: all',
  time: 'Time',
  timeAll: 'Time: all',
  times: { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days', '30d': 'Last 30 days' },
  charts: {
    open: 'Charts',
    title: 'Charts',
    span: 'Time shown',
    spans: { 24: 'Last 24 hours', 168: 'Last 7 days', 720: 'Last 30 days', 2160: 'Last 90 days' },
    asTable: 'As tables',
    byEffect: 'Decisions by effect',
    byTier: 'Decisions by tier',
    byTool: 'Most used tools',
    others: (n: string) => `and ${n} more`,
    none: 'No decisions in this time.',
    waits: 'Response time',
    noWaits: 'no approvals',
    quick: (share: string) => `${share} under 1.5 s, too fast to read the card`,
    attention: 'Approvals per 100 calls',
    perHundred: (rate: string, asked: string, calls: string) =>
      `${rate} on average: ${asked} in ${counted(calls, 'call')}`,
    noCalls: 'No calls in this time.',
    saving: 'Rules that would have saved the most approvals',
    saves: (n: string, of: string) =>
      `would have answered ${n} of the last ${counted(of, 'approval')}`,
    noApprovals: 'No approvals in this time.',
    noSaving:
      'No rule would have saved three or more approvals. Rules for network, secrets and protected files are never suggested.',
    addRule: 'Add rule',
    added: 'Rule added. It is on the Policy screen.',
    time: 'From',
    total: 'All',
    steps: {
      '0-1.5s': 'under 1.5 s',
      '1.5-5s': '1.5 to 5 s',
      '5-15s': '5 to 15 s',
      '15-60s': '15 to 60 s',
      '1-5m': '1 to 5 min',
      '5m-': 'over 5 min',
    } as Readonly<Record<string, string>>,
  },
  ...exportStrings,
  views: {
    open: 'Views',
    title: 'Saved views',
    close: 'Close',
    none: 'No saved searches yet.',
    everything: 'every row',
    name: 'Save this search as',
    keep: 'Save',
    keeps: 'Keeps',
    remove: (name: string) => `Remove ${name}`,
  },
  kind: 'Kind',
  kindAll: 'Kind: all',
  tool: 'Tool',
  toolAll: 'Tool: all',
  effect: 'Decision',
  effectAll: 'Decision: all',
  follow: 'Follow live',
  verify: 'Verify',
  verifying: 'Checking every row',
  verifiedSoFar: (done: string, of: string) => `${done} of ${counted(of, 'row')} checked`,
  intact: (at: string, rows: string) => `Chain intact, checked ${at}: ${counted(rows, 'row')}`,
  intactOf: (at: string, rows: string, of: string) =>
    `Chain intact, checked ${at}: ${rows} of ${counted(of, 'row')}`,
  tookFor: (rows: string, time: string) => `${counted(rows, 'row')} checked in ${time}`,
  broken: (seq: number) => `The chain is broken at row ${seq}.`,
  faults: {
    edited: 'edited',
    removed: 'removed',
    inserted: 'inserted',
    'cut-off': 'cut off',
    'head-missing': 'head missing',
    unreadable: 'unreadable',
  },
  columns: {
    seq: 'Row',
    time: 'Time',
    kind: 'Kind',
    tool: 'Tool',
    what: 'What',
    how: 'Result',
  },
  none: 'No matching rows.',
  empty: 'No rows yet. Gatehouse records every call of every agent here.',
  clear: 'Clear the filter',
  close: 'Close the details',
  detail: 'Row',
  noRow: (seq: number) => `The journal has no row ${seq}.`,
  noRowHint: 'The link may be old, or from another Gatehouse.',
  rowTitle: (seq: number) => `Row ${seq}`,
  whole: 'Raw entry',
  canUndo: (files: number) =>
    files === 1 ? '1 path can be restored.' : `${files} paths can be restored.`,
  cannotUndo: 'This cannot be undone:',
  wasUndone: 'It was undone.',
  undoStored: (files: number) =>
    files === 0
      ? 'no file changed'
      : files === 1
        ? 'can be undone, 1 path'
        : `can be undone, ${files} paths`,
  sameCall: 'Timeline',
  sinceBefore: (time: string) => `+${time}`,
  onlyCall: 'Show only this call',
  copyJson: 'Copy as JSON',
  copied: 'Copied',
  hash: 'Hash',
  prev: 'Hash of the previous row',
  kinds,
  effects,
  statuses,
  routes,
  restoredWhole: (backup: string) => `from ${backup}; no row was lost`,
  restoredPart: (backup: string, from: number, to: number) =>
    `from ${backup}; rows ${from} to ${to} were lost`,
  guardOn: 'switched on',
  guardOff: 'switched off',
  page: {
    returned: (port: number) => `A page that was open before came back at port ${port}.`,
    refused: (port: number) =>
      `A page asked to come back at port ${port}, and its proof was wrong. It needs a new link.`,
    revoked: (_port: number, pages: number) =>
      pages === 1
        ? '1 page was closed; none can come back.'
        : `${pages} pages were closed; none can come back.`,
  },
  keyRotated: (fingerprint: string) =>
    `receipts are signed by another key from now on: ${fingerprint}`,
  leaseChanges: { granted: 'given', used: 'used', revoked: 'revoked' },
  answers: {
    once: 'allowed once',
    session: 'allowed for the session',
    scope: 'allowed for longer',
    always: 'allowed always',
    'deny-once': 'denied once',
    'deny-scope': 'denied for longer',
    'deny-always': 'always denied',
  },
  withProof: {
    passphrase: 'with the passphrase',
    totp: 'with a one-time code',
    system: 'with Touch ID',
  },
  edited: 'with other arguments',
  stepUp: {
    'passphrase-set': 'passphrase set',
    'totp-set': 'one-time codes set up',
    'totp-removed': 'one-time codes removed',
    failed: 'wrong proof',
    locked: 'wrong proof, and answers locked for a while',
  },
  ...gatewayStrings,
  ...secondStrings,
  serverChanges,
  emergencyStop: { stopped: 'everything was stopped', resumed: 'calls may run again' },
  noPerson,
  asked: 'held for approval',
  askedAgain: 'held again',
  triedWell: 'rehearsed',
  triedNot: 'not rehearsed',
  staged: (change: 'started' | 'ended' | 'discarded', files: number, why: string | null): string =>
    ({
      started: 'runs in a staged copy',
      ended:
        files === 0
          ? 'changed nothing in the staged copy'
          : `would change ${counted(files, 'path')}`,
      discarded: `staged copy discarded: ${why ?? ''}`,
    })[change],
  exit: (code: number) => `exit ${code}`,
  exitWord: (code: number) => `Exit ${code}`,
  undoneWell: 'restored',
  undoneNot: 'not all restored',
  undone: (callId: string, change: 'started' | 'ended', files: number, failed: number) =>
    change === 'started'
      ? `undo of ${callId} begun`
      : `${callId}: ${files} restored${failed === 0 ? '' : `, ${failed} not`}`,
  rehearsing: 'in a throw-away copy of the workspace',
  rehearsed: (changes: number, hosts: number) =>
    `${changes === 0 ? 'no change' : counted(changes, 'change')}${hosts === 0 ? '' : hosts === 1 ? ', 1 host tried' : `, ${hosts} hosts tried`}`,
  runsBy: (route: string) => `let run ${route}`,
  host: (host: string, version: string) => `${host}, version ${version}`,
}
