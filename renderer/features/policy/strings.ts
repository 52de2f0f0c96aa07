// Every word of the policy screen, but those of single rules and leases (rule-text.ts,
// lease-lines.ts) and of the editor.
import type { Effect } from '../../../contract/policy/decision.ts'
import type { PresetEffect } from '../../../contract/policy/policy-file.ts'
import type { Preset } from '../../../contract/policy/preset.ts'

export type Part = 'overview' | 'rules' | 'leases' | 'allowlists' | 'editor' | 'simulator'
export const parts: readonly Part[] = [
  'overview',
  'rules',
  'leases',
  'allowlists',
  'editor',
  'simulator',
]

const work: Readonly<Record<PresetEffect['work'], string>> = {
  harmless: 'Harmless work',
  read: 'Reading files in the workspace',
  'look-up': 'Reading from listed hosts',
  command: 'Running a command in a throw-away copy',
  'no-sandbox': 'Running a command, because no sandbox works here',
  write: 'Changing files in the workspace',
  commit: 'Keeping what a command changed in the workspace',
  'read-outside': 'Reading outside the workspace',
  'write-outside': 'Writing outside the workspace, or to a protected file',
  send: 'Reaching any other host',
  grave: 'Administration, payments, deleting for good',
}
const does: Readonly<Record<Effect, string>> = {
  allow: 'runs',
  confirm: 'needs approval',
  deny: 'is denied',
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
  broken: 'The file has mistakes. Your previous settings are still in use.',
  warnings: 'Valid, but probably not intended',
  effects: { allow: 'allow', confirm: 'ask', deny: 'refuse' } satisfies Record<Effect, string>,
  done: { allow: 'allowed', confirm: 'asked', deny: 'refused' } satisfies Record<Effect, string>,
  overview: {
    inForce: 'Active preset',
    tiers: 'What happens by default',
    work,
    does,
    stepUp: 'needs approval with passphrase or code',
    borders: ({
      tools,
      allowNetwork,
      allowWritePaths,
      withoutApproval,
      sandboxedReads,
    }: Preset): readonly string[] => [
      tools.includes('*')
        ? 'All tools are available.'
        : `Only these tools are available: ${tools.join(', ')}.`,
      allowNetwork ? 'Network available.' : 'Network off.',
      allowWritePaths.includes('/**')
        ? 'Writing is possible everywhere except in the places below.'
        : allowWritePaths.length === 0
          ? 'Writing is denied everywhere.'
          : `Writing is possible only in ${allowWritePaths.join(', ')}.`,
      ...(withoutApproval.includes('*')
        ? []
        : withoutApproval.length === 0
          ? ['Everything above R0 needs approval.']
          : [`Above R0, only these run without approval: ${withoutApproval.join(', ')}.`]),
      ...(sandboxedReads ? ['Read-only commands in the sandbox without network are R2.'] : []),
    ],
    askers: 'Per-agent presets',
    sameForAll:
      'The same for every caller. To give a connected agent its own preset, add it under gateway.clients.',
    asker: (preset: string | null, perMinute: number) =>
      [
        preset === null ? 'the active preset' : `the preset ${preset}`,
        ...(perMinute > 0 ? [`at most ${perMinute} calls per minute`] : []),
      ].join(', '),
    stop: 'Always denied',
    stopText:
      'The STOP list. No rule, no lease, no preset and no answer on a card opens these paths: Gatehouse’s own home, and the credentials of other programs. The list is built in.',
    stopCount: (n: number) => `${n} protected paths`,
    stopShow: 'Show',
    stopHide: 'Hide',
    stopOwn: 'Your own paths',
    stopAdd: 'Add a path',
    stopPlaceholder: '~/accounts/**',
    stopHint: 'You can add paths here. To remove one, edit the file yourself.',
    stopAdded: 'Added to the STOP list.',
    order: 'How a call is decided',
    layers: [
      'emergency stop',
      'STOP list',
      'guard',
      'tool switched off',
      'preset',
      'rate limit',
      'deny rules',
      'ask rules',
      'information flow',
      'leases',
      'allow rules',
      'tier',
    ],
    orderText:
      'Checked left to right; the first match decides. File order does not matter. R4 always needs approval.',
    counts: 'Your additions',
    rules: (n: number) => (n === 0 ? 'No rules' : n === 1 ? '1 rule' : `${n} rules`),
    leases: (n: number) => (n === 0 ? 'No leases' : n === 1 ? '1 lease' : `${n} leases`),
    hosts: (n: number) =>
      n === 0 ? 'No listed hosts' : n === 1 ? '1 listed host' : `${n} listed hosts`,
    tools: (n: number) => (n === 1 ? '1 tool set by you' : `${n} tools set by you`),
    file: 'File',
    noFile: 'not created yet; the defaults are in use',
    hash: 'Policy hash',
    hashHint:
      'One hash over everything that can change a decision. Every row of the journal names it.',
    copy: { copy: 'Copy', copied: 'Copied', chosen: 'Selected. Copy it with your keyboard.' },
    edit: 'Open in the editor',
  },
  rules: {
    intro:
      'The strictest matching rule wins, in any order. An allow rule must match everything a call touches; an ask or deny rule needs one match.',
    add: 'Add a rule…',
    find: 'Filter rules',
    findPlaceholder: 'Text, tools, paths',
    effect: 'Effect',
    any: 'Any effect',
    none: 'No rules yet',
    noneText:
      'The preset decides everything. A rule makes an exception: always deny a command, ask before a folder is touched, or allow something harmless.',
    nothing: 'No matching rules',
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
    saved: (id: string) => `Saved ${id}. It is in use.`,
    removed: (id: string) => `Removed ${id}.`,
    list: 'Rules',
    shown: (n: number, all: number) => (n === all ? `${all}` : `${n} of ${all}`),
    blocked: 'The file has a mistake. Fix it in the editor, then edit rules here.',
  },
  form: {
    addTitle: 'Add a rule',
    editTitle: (id: string) => `Edit ${id}`,
    close: 'Close',
    id: 'Name',
    idHint: 'Short, lower-case: no-force-push',
    effect: 'What it does',
    effects: { deny: 'Deny', confirm: 'Ask first', allow: 'Allow' } satisfies Record<
      Effect,
      string
    >,
    reason: 'Why',
    reasonHint: 'Shown on the card and sent to the model.',
    conditions: 'When',
    noConditions: 'No condition: it matches every call.',
    add: 'Add a condition',
    remove: (name: string) => `Remove ${name}`,
    reads: 'In words',
    expires: 'Until',
    expiresHint: 'Date and time with offset: 2026-12-31T18:00:00+01:00. Empty: no end.',
    from: 'From',
    to: 'To',
    days: 'Days',
    everyDay: 'every day',
    choose: 'choose…',
    save: 'Save',
    cancel: 'Cancel',
    simulate: 'Test on past calls',
    check: 'Fix the marked fields.',
    discard: 'Discard changes?',
    discardConfirm: 'Discard',
    discardNo: 'Keep editing',
  },
  save: {
    title: 'Save the policy',
    diff: 'What changes in the file',
    same: (lines: number) => (lines === 1 ? '1 unchanged line' : `${lines} unchanged lines`),
    relaxations: 'This loosens the policy',
    stricter: 'This does not loosen the policy.',
    removedStops: 'The window cannot remove entries from the STOP list:',
    unstoppedHint: 'Add these lines again. To remove them, edit the file with a text editor.',
    proof: 'Gatehouse passphrase or one-time code',
    cancel: 'Not now',
    save: 'Save',
    saveRelaxed: 'Save and loosen',
    sure: 'Confirm',
    saved: 'Saved. It is in use.',
    comparing: 'Checking changes…',
    nothing: 'The text and the file are the same.',
    again: 'Reload the file',
  },
  leases: {
    intro:
      'A lease is an answer that lasts: it allows or denies. Deny rules, ask rules and the information-flow rule win over it. R4 cannot have one.',
    find: 'Filter leases',
    findPlaceholder: 'Tool, path, caller',
    ended: 'Show ended leases',
    revokeAll: 'Revoke all',
    revokeAllSure: (n: number) => (n === 1 ? 'Revoke' : `Revoke all ${n}`),
    revoke: 'Revoke',
    none: 'No leases',
    noneText:
      'Choose a scope under “Allow without asking again” or “Deny for longer” on a held call, or give one by hand. It is listed here until it ends or you revoke it.',
    nothing: 'No matching leases',
    revoked: (n: number) => (n === 1 ? '1 lease revoked.' : `${n} leases revoked.`),
    given: 'Given.',
    byHand: 'Give one by hand',
    tool: 'Tool',
    chooseTool: 'Choose a tool',
    list: 'Leases',
    columns: {
      tool: 'Tool',
      reach: 'Reaches',
      who: 'Caller',
      left: 'Left',
      until: 'Until',
      given: 'Given',
      used: 'Last used',
    },
  },
  allow: {
    hosts: 'Hosts',
    hostsText:
      'Agents can read from these hosts without asking (R1). A name alone allows GET and HEAD over https; write http:// before it for plain http. Everything else needs approval.',
    noHosts: 'No hosts listed: every request needs approval.',
    addHost: 'Add a host',
    hostPlaceholder: 'docs.example.org',
    searching: 'GET, HEAD',
    maxBytes: (text: string) => `bodies up to ${text}`,
    pinned: 'pinned',
    paths: 'Writable paths',
    pathsText: (preset: string) =>
      `Where agents may write after approval under ${preset}. Elsewhere writing is denied. This only limits; it never skips approval.`,
    everywhere: 'Everywhere except the STOP list',
    nowhere: 'Nowhere',
    addPath: 'Add a path',
    pathPlaceholder: 'docs/**',
    add: 'Add',
    remove: (what: string) => `Remove ${what}`,
    saved: (what: string) => `Saved: ${what}.`,
    removed: (what: string) => `Removed ${what}.`,
    narrow: 'Once you add a path, agents may write only in the paths you list.',
  },
} as const
