// Every word of the policy screen, but those of single rules and leases (rule-text.ts,
// lease-lines.ts) and of the editor.
import type { Effect } from '../../../contract/policy/decision.ts'
import type { Preset } from '../../../contract/policy/preset.ts'
import type { Tier } from '../../../contract/call/tier.ts'

export type Part = 'overview' | 'rules' | 'leases' | 'allowlists' | 'editor' | 'simulator'
export const parts: readonly Part[] = [
  'overview',
  'rules',
  'leases',
  'allowlists',
  'editor',
  'simulator',
]

const tierIs: Readonly<Record<Tier, string>> = {
  R0: 'Harmless work',
  R1: 'Reading in the workspace, looking at listed hosts',
  R2: 'Writing in the workspace, reading outside',
  R3: 'Commands, writing outside, other hosts',
  R4: 'Administration, payments, deleting trees',
}
const does: Readonly<Record<Effect, string>> = {
  allow: 'runs',
  confirm: 'asks you',
  deny: 'is refused',
}

export const strings = {
  alsoAppliesTo: 'The rule also applies to',
  andMore: (count: number) => `and ${count} more`,
  title: 'Policy',
  nav: 'Parts of the policy',
  parts: {
    overview: 'Overview',
    rules: 'Rules',
    leases: 'Leases',
    allowlists: 'Allowlists',
    editor: 'Editor',
    simulator: 'Simulator',
  } satisfies Record<Part, string>,
  unsaved: 'unsaved',
  reading: 'Reading the policy…',
  again: 'Try again',
  line: (line: number) => `line ${line}`,
  openLine: (line: number) => `Open line ${line} in the editor`,
  broken: 'The file has mistakes. What was in force before them stays in force.',
  warnings: 'Allowed, and probably not meant',
  effects: { allow: 'allow', confirm: 'ask', deny: 'refuse' } satisfies Record<Effect, string>,
  done: { allow: 'allowed', confirm: 'asked', deny: 'refused' } satisfies Record<Effect, string>,
  overview: {
    inForce: 'Preset in force',
    tiers: 'What each tier does when nothing else speaks',
    tierIs,
    does,
    stepUp: 'asks you, with a proof',
    borders: ({
      tools,
      allowNetwork,
      allowWritePaths,
      sandboxedReads,
    }: Preset): readonly string[] => [
      tools.includes('*')
        ? 'Every tool may be asked for.'
        : `Only these tools are there: ${tools.join(', ')}.`,
      allowNetwork ? 'The network may be asked for.' : 'Nothing goes out.',
      allowWritePaths.includes('/**')
        ? 'Writing may be asked for anywhere but in the places below.'
        : allowWritePaths.length === 0
          ? 'Nothing may be written.'
          : `Writing may be asked for in ${allowWritePaths.join(', ')} only.`,
      ...(sandboxedReads
        ? ['Commands that only read, in the sandbox and without network, count as R2.']
        : []),
    ],
    askers: 'Others work under something of their own',
    sameForAll:
      'The same for everyone who asks. A client of the gateway can have a preset of its own: write it under gateway.clients.',
    asker: (preset: string | null, perMinute: number) =>
      [
        preset === null ? 'the preset in force' : `the preset ${preset}`,
        ...(perMinute > 0 ? [`at most ${perMinute} calls a minute`] : []),
      ].join(', '),
    stop: 'Never, for anyone',
    stopText:
      'The STOP list. No rule, no lease, no preset and no answer on a card opens these places: Gatehouse’s own home, and where other programs keep their credentials. It is built in.',
    stopCount: (n: number) => `${n} built-in places`,
    stopShow: 'Show them',
    stopHide: 'Hide them',
    stopOwn: 'Your own places',
    stopAdd: 'Add a place',
    stopPlaceholder: '~/accounts/**',
    stopHint:
      'From the window a place is only ever added. To take one out, change the file with a text editor.',
    stopAdded: 'Added to the STOP list.',
    order: 'How a call is decided',
    layers: [
      'stop of everything',
      'STOP list',
      'guard',
      'tool switched off',
      'preset',
      'rate limit',
      'rules that refuse',
      'rules that ask',
      'information flow',
      'leases',
      'rules that allow',
      'tier',
    ],
    orderText:
      'From left to right; the first that speaks decides. Order in the file means nothing. R4 asks each time.',
    counts: 'What adds to it',
    rules: (n: number) => (n === 0 ? 'No rules' : n === 1 ? '1 rule' : `${n} rules`),
    leases: (n: number) => (n === 0 ? 'No leases' : n === 1 ? '1 lease' : `${n} leases`),
    hosts: (n: number) =>
      n === 0 ? 'No listed hosts' : n === 1 ? '1 listed host' : `${n} listed hosts`,
    tools: (n: number) => (n === 1 ? '1 tool set by you' : `${n} tools set by you`),
    file: 'File',
    noFile: 'not written yet; defaults are in force',
    hash: 'Policy hash',
    hashHint:
      'One hash over everything that can change a decision. Every row of the journal names it.',
    copy: { copy: 'Copy', copied: 'Copied', chosen: 'Selected; copy it with your keys.' },
    edit: 'Open in the editor',
  },
  rules: {
    intro:
      'Order means nothing: of all rules that hold, the strictest decides. A rule that allows needs all touches of a call to fit; one that refuses or asks needs one.',
    add: 'Add a rule…',
    find: 'Filter rules',
    findPlaceholder: 'Words, tools, paths',
    effect: 'Effect',
    any: 'Any effect',
    none: 'No rules yet',
    noneText:
      'The preset decides everything. A rule makes an exception: refuse a command for good, ask before a folder is touched, or let something harmless run.',
    nothing: 'No rule fits',
    clear: 'Show all',
    never: (decisions: number) =>
      decisions === 0 ? 'no decisions yet' : `not among the last ${decisions} decisions`,
    times: (times: number, when: string) =>
      `decided ${times === 1 ? 'once' : `${times} times`}, last ${when}`,
    expires: (when: string) => `until ${when}`,
    ended: (when: string) => `ended ${when}`,
    edit: 'Edit',
    editName: (id: string) => `Edit ${id}`,
    remove: 'Remove',
    removeName: (id: string) => `Remove ${id}`,
    saved: (id: string) => `Saved ${id}. It counts from now on.`,
    removed: (id: string) => `Removed ${id}.`,
    list: 'Rules',
    shown: (n: number, all: number) => (n === all ? `${all}` : `${n} of ${all}`),
    blocked: 'The file has a mistake. Mend it in the editor, then rules can be changed here again.',
  },
  form: {
    addTitle: 'Add a rule',
    editTitle: (id: string) => `Edit ${id}`,
    close: 'Close',
    id: 'Name',
    idHint: 'Short, small letters: no-force-push',
    effect: 'What it does',
    effects: { deny: 'Refuse', confirm: 'Ask first', allow: 'Allow' } satisfies Record<
      Effect,
      string
    >,
    reason: 'Why',
    reasonHint: 'Shown on the card and sent to the model.',
    conditions: 'When',
    noConditions: 'No condition: it holds for every call.',
    add: 'Add a condition',
    remove: (name: string) => `Take out ${name}`,
    reads: 'Reads as',
    expires: 'Until',
    expiresHint: 'Date and time with offset: 2026-12-31T18:00:00+01:00. Empty: for good.',
    from: 'From',
    to: 'To',
    days: 'Days',
    everyDay: 'every day',
    choose: 'choose…',
    save: 'Save',
    cancel: 'Cancel',
    simulate: 'What would it have done?',
    check: 'Look at the marked fields.',
    discard: 'Throw away what you typed?',
    discardYes: 'Throw away',
    discardNo: 'Go on writing',
  },
  save: {
    title: 'Save the policy',
    diff: 'What changes in the file',
    same: (lines: number) => (lines === 1 ? '1 line as before' : `${lines} lines as before`),
    freer: 'This makes the policy freer',
    stricter: 'Nothing becomes freer by this.',
    unstopped: 'From the window nothing is taken off the STOP list:',
    unstoppedHint: 'Put these lines back. To take them out, change the file with a text editor.',
    proof: 'Gatehouse passphrase or one-time code',
    cancel: 'Not now',
    save: 'Save',
    saveFreer: 'Save, and make it freer',
    sure: 'Yes, make it freer',
    saved: 'Saved. It counts from now on.',
    comparing: 'Looking at what changes…',
    nothing: 'The text says the same as the file.',
    again: 'Read the file again',
  },
  leases: {
    intro:
      'A yes that lasts. Refusals, rules that ask and the information-flow rule stand above it; R4 is never lent.',
    find: 'Filter leases',
    findPlaceholder: 'Tool, place, asker',
    ended: 'Show ended ones',
    revokeAll: 'Revoke all',
    revokeAllSure: (n: number) => (n === 1 ? 'Yes, revoke it' : `Yes, revoke all ${n}`),
    revoke: 'Revoke',
    none: 'No lasting yes',
    noneText:
      'Answer a held call with “for this session”, “for this scope” or “always”, or give one by hand, and it stands here until it ends or you take it back.',
    nothing: 'No lease fits',
    revoked: (n: number) => (n === 1 ? '1 lease revoked.' : `${n} leases revoked.`),
    given: 'Given.',
    byHand: 'Give one by hand',
    tool: 'Tool',
    chooseTool: 'Choose a tool',
    list: 'Leases',
    columns: {
      tool: 'Tool',
      reach: 'Reaches',
      who: 'For whom',
      left: 'Left',
      until: 'Until',
      given: 'Given',
      used: 'Last used',
    },
  },
  allow: {
    hosts: 'Hosts',
    hostsText:
      'May be looked at without asking (R1). A name alone stands for GET and HEAD over https; write http:// before it for plain http. Everything else asks.',
    noHosts: 'No host is listed: every request asks.',
    addHost: 'Add a host',
    hostPlaceholder: 'docs.example.org',
    looking: 'GET, HEAD',
    maxBytes: (text: string) => `bodies up to ${text}`,
    pinned: 'pinned',
    paths: 'Places to write',
    pathsText: (preset: string) =>
      `Where writing may be asked for at all under ${preset}. Anywhere else it is refused. These places free nothing automatically.`,
    everywhere: 'Everywhere but the STOP list',
    nowhere: 'Nowhere: nothing may be written.',
    addPath: 'Add a place',
    pathPlaceholder: 'docs/**',
    add: 'Add',
    remove: (what: string) => `Remove ${what}`,
    saved: (what: string) => `Saved: ${what}.`,
    removed: (what: string) => `Removed ${what}.`,
    narrow: 'As soon as you add a place, only the places you name are open.',
  },
} as const
