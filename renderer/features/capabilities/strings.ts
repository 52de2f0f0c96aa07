// Every word of the capabilities screen.
import { categories } from '../../state/policy/category-text.ts'
import { counted } from '../../../contract/counted.ts'
import type { Effect } from '../../../contract/policy/decision.ts'
import type { OsPermission, Requirement } from '../../../contract/call/manifest.ts'
import type { SupposedCall } from '../../../contract/policy/supposed.ts'
import type { Channel } from '../../../contract/call/principal.ts'
import { count } from '../../ui/text/time-text.ts'
import { decisionStrings } from './decision-strings.ts'
import { formStrings } from './form-strings.ts'

const requires: Readonly<Record<Requirement['kind'], string>> = {
  workspace: 'a workspace',
  sandbox: 'an enforced sandbox',
  program: 'program',
  credential: 'credential',
  setting: 'setting',
  allowlist: 'on your allowlist:',
  permission: 'permission for',
  service: 'an account with',
}
const permissions: Readonly<Record<OsPermission, string>> = {
  screen: 'screen recording',
  microphone: 'the microphone',
  camera: 'the camera',
  accessibility: 'accessibility',
  'full-disk': 'full disk access',
}
/** What a tool requires, in a few words. */
const requirement = (need: Requirement): string => {
  switch (need.kind) {
    case 'program':
    case 'credential':
      return `${requires[need.kind]} ${need.name}`
    case 'setting':
      return `${requires.setting} ${need.key}`
    case 'allowlist':
      return `${requires.allowlist} ${need.host}`
    case 'permission':
      return `${requires.permission} ${permissions[need.permission]}`
    case 'service':
      return need.credential === null ? need.title : `${requires.service} ${need.title}`
    case 'sandbox':
    case 'workspace':
      return requires[need.kind]
  }
}
const principals: Readonly<Record<NonNullable<SupposedCall['principal']>, string>> = {
  agent: 'an agent',
  subagent: 'a sub-agent',
  'mcp-client': 'an MCP client',
  schedule: 'a schedule',
  person: 'you',
  cli: 'the command line',
}
const channels: Readonly<Record<Channel, string>> = {
  window: 'the window',
  browser: 'the browser',
  gateway: 'the gateway',
  schedule: 'a schedule',
  cli: 'the command line',
}
const effects: Readonly<Record<Effect, string>> = { allow: 'allow', confirm: 'ask', deny: 'deny' }

const tools = (n: number): string => (n === 1 ? '1 tool' : `${count(n)} tools`)

export const strings = {
  ...decisionStrings,
  form: formStrings,
  title: 'Capabilities',
  total: (all: number, shown: number) =>
    all === shown ? tools(all) : `${count(shown)} of ${tools(all)}`,
  reading: 'Reading the tools…',
  filter: 'Filter tools',
  filterPlaceholder: 'Filter tools…',
  filters: 'Filters',
  outboundYes: 'Network',
  outboundNo: 'No network',
  builtIn: 'Built in',
  facets: {
    category: 'Category',
    tier: 'Tier',
    outbound: 'Reach',
    source: 'Source',
    trust: 'Trust',
    fallback: 'Default',
    state: 'State',
  },
  facetChosen: (facet: string, words: string) => `${facet}: ${words}`,
  facetMany: (facet: string, n: number) => `${facet}: ${n}`,
  choice: (word: string, n: number) => `${word} · ${n}`,
  group: 'Group by',
  noGroup: 'No grouping',
  groupBy: { source: 'By source', category: 'By category', tier: 'By tier' },
  groupTitle: (word: string, n: number) => `${word} · ${count(n)}`,
  columnsPick: 'Columns',
  columns: {
    name: 'Tool',
    tier: 'Tier',
    category: 'Category',
    outbound: 'Reach',
    subagents: 'Sub-agents',
    actions: 'Actions',
    source: 'Source',
    trust: 'Trust',
    fallback: 'Default',
    today: 'Today',
    allowed: 'Allowed',
    confirmed: 'Asked',
    denied: 'Denied',
    state: 'State',
  },
  views: {
    button: 'Views',
    title: 'Saved views',
    none: 'A view keeps the filters, the columns, the grouping and the order under a name.',
    name: 'Name of this view',
    save: 'Save view',
    replace: 'Replace view',
    remove: (name: string) => `Remove the view ${name}`,
    saved: (name: string) => `Saved as ${name}.`,
    usual: 'Default view',
  },
  sortBy: (column: string) => `Sort by ${column}`,
  reachOut: 'out',
  reachIn: 'inside',
  yes: 'yes',
  no: 'no',
  subagents: { full: 'full', readOnly: 'read only', denied: 'denied' },
  whySubagents: {
    full: 'A sub-agent may use it as its agent does. What it makes is new, or can be undone.',
    readOnly: 'A sub-agent may use only the actions that read.',
    denied: 'Only the agent itself may use it: it changes what is already there, or acts for you.',
  },
  read: (n: number) => `${n} read`,
  write: (n: number) => `${n} write`,
  justReads: 'read',
  justWrites: 'write',
  trusts: { own: 'built in', local: 'local', verified: 'verified', community: 'community' },
  effects,
  byYou: 'set by you',
  figures: (allowed: number, asked: number, denied: number) =>
    `${allowed} allowed, ${asked} asked, ${denied} denied`,
  states: {
    ready: 'ready',
    changed: 'changed',
    new: 'to review',
    gone: 'gone',
    refused: 'refused',
    off: 'off',
    guard: 'hidden',
    preset: 'not in preset',
    missing: 'missing',
  },
  none: 'No matching tools.',
  noneWithout: (what: string, n: number) => `Without ${what}: ${tools(n)}`,
  words: (text: string) => `the words “${text}”`,
  clear: 'Show all tools',
  again: 'Reload',
  close: 'Close the details',
  detail: (name: string) => `Details of ${name}`,
  unknownTitle: (name: string) => `There is no tool named ${name}.`,
  unknownText: 'Its server may be off or removed, or the link is from another version.',
  tabs: { about: 'About', try: 'Try a call', calls: 'Calls', leases: 'Leases', manifest: 'JSON' },
  tabList: 'Parts of the details',
  facts: {
    id: 'Id',
    category: 'Category',
    labels: 'Labels',
    server: 'Server',
    trust: 'Trust',
    review: 'Review',
    version: 'Version',
    tier: 'Base tier',
    effect: 'Default',
    side: 'Side effects',
    data: 'Data',
    outbound: 'Network',
    subagents: 'Sub-agents',
    requires: 'Requires',
    redacted: 'Redacted',
    rate: 'Limits',
    limits: 'Result limit',
    today: 'Today',
  },
  reviews: {
    open: 'as you reviewed it',
    new: 'not reviewed yet',
    changed: 'changed since you reviewed it',
    gone: 'no longer offered',
    refused: 'refused',
  },
  toReview: (server: string) => `Review ${server}`,
  perMinute: (n: number) => `${n} per minute`,
  perSession: (n: number) => `${n} per session`,
  noLimit: 'none',
  runTime: (ms: number) => `${ms / 1000} s`,
  chars: (n: string) => counted(n, 'character'),
  reads: 'Reads',
  writes: 'Writes',
  schema: 'Arguments (JSON Schema)',
  manifest: 'Manifest',
  missingTitle: 'What is missing',
  hiddenWhy: {
    guard: 'The exfiltration guard is on, so this tool is hidden and denied.',
    preset: 'The active preset does not include this tool.',
    setting: 'It is switched off: no agent sees it, and every call is denied.',
  },
  categories,
  requirement,
  principals,
  channels,
  nothing: 'nothing',
}
