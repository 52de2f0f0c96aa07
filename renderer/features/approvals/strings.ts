// Every word of the approvals screen and the approval card.
import type { ApprovalRoute } from '../../../contract/approval/approval-route.ts'
import type { LeaseDuration } from '../../../contract/approval/lease.ts'
import type { ProtectedPathCount } from '../../../contract/policy/policy.ts'
import { rehearsalStrings } from './rehearsal-strings.ts'
import { stagedStrings } from './staged-strings.ts'

const shareOf = (some: number, calls: number): string =>
  `${some === 0 ? 'none' : some} of the last ${calls === 1 ? 'call' : `${calls} calls`}`

export const strings = {
  title: 'Approvals',
  waiting: 'Waiting',
  order: 'riskiest first',
  nothing: 'No pending approvals',
  nothingText:
    'Calls that need approval are held here. If nobody answers in time, a call is denied once.',
  history: 'Answered',
  historyEmpty: 'No past decisions.',
  more: 'Show more',
  pick: 'Select a call to see it in full.',
  tryIt:
    'To see one, start a run and type “write notes.txt: hello”. Until a model is connected, you play the model.',
  toRuns: 'Start a run',
  sides: 'Which calls',
  waitingN: (n: number) => (n === 0 ? 'Waiting' : `Waiting ${n}`),
  goneRow: 'no longer pending',
  nextHeld: 'Next held call',
  groupName: (n: number, title: string) => `${n} × ${title}`,
  groupWhy: {
    same: (_who: string) => 'identical calls',
    related: (who: string) => `${who}, different arguments`,
  },
  groupText: {
    same: 'These calls are identical.',
    related:
      'Same caller and tool, different arguments. Clear the checkbox of any call you want to decide separately.',
  },
  groupRegion: (n: number) => `${n} calls together`,
  groupFold: (n: number) => `Show the ${n} calls`,
  groupReview: 'Decide this one separately',
  groupMore: (n: number) => `${n} more come after these.`,
  groupDeny: (n: number) => (n === 1 ? 'Deny it' : `Deny these ${n}`),
  groupAllow: (n: number) => (n === 1 ? 'Allow it once' : `Allow these ${n} once`),
  filter: {
    label: 'Filter the queue',
    who: 'Caller',
    tool: 'Tool',
    tier: 'Tier',
    any: { who: 'Any caller', tool: 'Any tool', tier: 'Any tier' },
    clear: 'Clear',
    none: 'No pending approvals match this filter.',
  },
  historyText: {
    search: 'Search past decisions',
    ending: 'Result',
    endings: { all: 'All', allowed: 'Allowed', denied: 'Denied', nobody: 'Expired or cancelled' },
    none: 'No matching decisions.',
    older: 'Older decisions are in Audit.',
  },
  region: (phrase: string) => `Approval: ${phrase}`,
  asks: 'asks',
  run: 'run',
  asked: 'asked',
  deniedIn: (clock: string) => `denies in ${clock}`,
  expiring: 'time is up',
  exactly: 'The call',
  exactLabel: 'Arguments',
  lines: (lines: number) => (lines === 1 ? '1 line' : `${lines} lines`),
  hiddenShown: (hidden: number) =>
    hidden === 0
      ? 'no hidden characters'
      : hidden === 1
        ? '1 hidden character made visible'
        : `${hidden} hidden characters made visible`,
  newFile: 'new file',
  noChange: 'The file would not change.',
  same: (lines: number) => `${lines} unchanged lines`,
  headers: 'Headers',
  body: 'Body',
  rest: 'Other arguments',
  all: 'Raw arguments',
  reaches: 'Access',
  reachesNothing: 'Nothing outside this tool.',
  why: 'Why this needs approval',
  seen: 'What this run has read',
  lampPrivate: 'Private data read',
  lampUntrusted: 'Untrusted text read',
  lampOut: 'This call sends out',
  lampNot: {
    private: 'No private data read',
    untrusted: 'No untrusted text read',
    out: 'This call does not send out',
  },
  seenNothing: 'No private or untrusted data so far, and this call does not send data out.',
  allLit:
    'Risk of a data leak: the run read private data and untrusted text, and this call sends data out.',
  sources: 'Where it came from',
  origins: 'Where these values come from',
  originPerson: 'typed by you',
  originModel: 'written by the model',
  originTool: (tool: string, from: string) => `out of ${tool}: ${from}`,
  labels: { person: 'yours', workspace: 'workspace', private: 'private', untrusted: 'untrusted' },
  hashes: 'Fingerprints',
  hashRequest: 'Request',
  hashDefinition: 'Tool',
  hashPolicy: 'Policy',
  hashNoFile: 'no file yet',
  deny: 'Deny',
  once: 'Allow once',
  scopes: {
    title: { allow: 'Allow without asking again:', deny: 'Deny without asking again:' },
    howLong: 'For how long',
    durations: {
      run: 'This run',
      hour: 'An hour',
      today: 'Today',
      'until-revoked': 'Until revoked',
    } satisfies Readonly<Record<LeaseDuration, string>>,
    exactly: {
      command: 'this exact command',
      request: 'this exact request',
      call: 'this exact call',
    },
    privateToo: 'after private data was read',
    spoken: { allow: 'Allow ', deny: 'Deny ' },
    preview: (allowed: number, calls: number, refused: number) =>
      `would have run ${shareOf(allowed, calls)}${
        refused === 0
          ? ''
          : refused === allowed
            ? `, which you denied`
            : `, ${refused} of which you denied`
      }`,
    reachesProtected: ({ files, complete }: ProtectedPathCount) =>
      files === 0 && complete
        ? ''
        : ` (${complete ? '' : 'at least '}${files} protected ${files === 1 ? 'file' : 'files'} still ask)`,
    previewDeny: (denied: number, calls: number) => `would have denied ${shareOf(denied, calls)}`,
    approvedBefore: (text: string, times: number) => `You approved ${text} ${times} times.`,
    acceptOnCard: 'Allow until revoked',
  },
  suggestion: {
    region: 'Suggested rule',
    accept: 'Allow from now on',
    dismiss: 'Not now',
    scope: (name: string) => `For ${name}, until you revoke it in Policy.`,
    accepted: 'Allowed. You can revoke it in Policy, under Leases.',
  },
  parts: 'Parts of this command, and what each does',
  partsCount: (parts: number) => (parts === 1 ? '1 part' : `${parts} parts`),
  effects: {
    'read-only': 'only reads',
    'writes-inside': 'writes in the workspace',
    'writes-outside': 'writes outside the workspace',
    network: 'uses the network',
    destructive: 'destroys',
    privileged: 'runs as administrator',
    unknown: 'unknown effect',
  },
  through: (via: readonly string[]) => `through ${via.join(', ')}`,
  opaque: 'depends on run time',
  stepUp: 'Approving this requires your passphrase or a one-time code.',
  stepUpUnset:
    'No passphrase is set, so you can only deny this. Set one in Settings, under Proof of presence, then answer here.',
  stepUpLocked: 'Too many attempts. Wait before you try again, or deny the call.',
  touchId: 'Approve with Touch ID',
  proof: 'Passphrase or one-time code',
  sayWhy: 'Deny with a note…',
  word: 'Note to the agent',
  denyWord: 'Deny and send',
  denyMore: 'Deny for longer…',
  denyEveryone: 'Deny for every caller',
  cancel: 'Back',
  denyScope: 'The same call, from now on, by a rule in your configuration file.',
  notShown: 'Scroll through the whole call to approve it.',
  showRest: 'Show more',
  hold: {
    holding: 'Keep holding…',
    short: 'Released too early. Hold for 0.8 seconds.',
    waiting: 'Read it again…',
    again: 'Press again to allow.',
  },
  streakHint: 'You approved several calls quickly. Hold the next approval for 0.8 seconds.',
  graveHint: (keys: string) => `Press ${keys} or hold A for 0.8 seconds to allow.`,
  wordWas: 'Note to the agent:',
  editedWas: 'The arguments were changed before approval.',
  sending: 'Sending your answer…',
  sent: 'Answered.',
  states: {
    pending: 'Waiting',
    approved: 'Allowed',
    denied: 'Denied',
    expired: 'Timed out',
    cancelled: 'Cancelled',
    consumed: 'Allowed',
  },
  answers: {
    once: 'once',
    session: 'for this session',
    scope: 'for longer',
    always: 'always',
    'deny-once': 'once',
    'deny-scope': 'for longer',
    'deny-always': 'for good',
  },
  by: {
    window: 'by you, in the window',
    browser: 'by you, in the browser',
    cli: 'by you, on the command line',
    client: 'in the client’s own prompt',
  },
  /** Of older rows. */
  endedUnknown: 'without an answer',
  /** What ended it, where nobody answered. */
  ended: {
    person: '',
    'emergency-stop': 'everything was stopped',
    'time-out': 'nobody answered in time',
    guard: 'the exfiltration guard was turned on',
    preset: 'the preset changed and does not allow it',
    'policy-change': 'the policy changed and denies it',
    'tool-gone': 'the tool or its server became unavailable',
    'run-ended': 'the run ended',
    'client-gone': 'the client disconnected or cancelled it',
    replaced: 'it was held again',
    'program-end': 'Gatehouse quit before the call could run',
    unrecorded: 'it could not be recorded',
    cancelled: 'it was withdrawn',
  } satisfies Readonly<Record<ApprovalRoute, string>>,
  edit: 'Edit…',
  editTitle: 'Change the arguments',
  editAllow: 'Allow once with these',
  editNote: 'Gatehouse checks your version again and tells the model what ran.',
  editSame: 'No changes yet.',
  editedTitle: 'What you changed before approval',
  badJson: 'Not valid JSON. Check quotes, commas and brackets.',
  inAudit: 'Rows in the journal',
  auditRow: (seq: number) => `Row ${seq}`,
  allInAudit: 'Open these in Audit',
  inAuditNone: 'None.',
  bytesOut: (size: string) => `sends ${size}`,
  server: 'The server behind it',
  serverTrust: {
    local: 'local: you run it',
    verified: 'verified: you know who wrote it',
    community: 'community: anybody’s',
  },
  serverFacts: {
    name: 'Server',
    trust: 'Trust',
    what: 'What it is',
    pin: 'Review',
    state: 'State',
  },
  serverPlace: (argument: string) => `Place in ${argument}`,
  serverGrants: {
    write: 'granted: read and write',
    read: 'granted: read',
    own: 'its own private folder',
    none: 'not granted to this server',
  },
  serverPin: {
    open: 'as you reviewed it, nothing changed since',
    waits: (n: number) =>
      n === 1
        ? '1 item changed or is new since your review'
        : `${n} items changed or are new since your review`,
  },
  serverStates: {
    off: 'off',
    starting: 'starting',
    ready: 'running',
    'needs-sign-in': 'needs sign-in',
    waiting: 'tries again soon',
    stopped: 'stopped',
  },
  serverProgram: (command: string) => `a program: ${command}`,
  serverAddress: (url: string) => `an address: ${url}`,
  serverGone: 'It is no longer in your configuration.',
  modelSays: 'The model’s explanation',
  modelSaysAside: 'unverified',
  modelSaysNothing: 'It gave no explanation before this call.',
  askedAgain: 'Held again.',
  rehearsal: rehearsalStrings,
  staged: stagedStrings,
}
