// Every word of the servers screen.
import { categories } from '../../state/policy/category-text.ts'
import type { Reviewed } from '../../../contract/server/server.ts'
import type { ClientFormat } from '../../../contract/server/server-review.ts'
import type { Trust } from '../../../contract/call/touch.ts'
import { pageStrings } from './page-strings.ts'
import { sheetStrings } from './sheet-strings.ts'

const trusts: Readonly<Record<Trust, { readonly name: string; readonly text: string }>> = {
  local: {
    name: 'Local',
    text: 'A server you wrote. Tools it declares read-only run without asking and are open to sub-agents; other tools need approval.',
  },
  verified: {
    name: 'Verified',
    text: 'A server from a source you know. Every call needs approval. Not available to sub-agents.',
  },
  community: {
    name: 'Community',
    text: 'A server from the internet. Every call needs approval (R3), and tools that say they change something are not available. Not available to sub-agents.',
  },
}
const formats: Readonly<Record<ClientFormat, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
  codex: 'Codex',
}
const itemStates: Readonly<Record<Reviewed['state'], string>> = {
  open: 'Open',
  new: 'New',
  changed: 'Changed',
  gone: 'Gone',
  refused: 'Refused',
}
const kinds: Readonly<Record<Reviewed['what'], string>> = {
  server: 'Server',
  tool: 'Tool',
  prompt: 'Prompt',
  resource: 'Resource',
}
const n = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

export const strings = {
  title: 'Servers',
  list: 'Configured servers',
  add: 'Add…',
  addTitle: 'Add a server',
  exportTitle: 'Export',
  exportMeta: 'for another client',
  filter: 'Filter servers',
  filterPlaceholder: 'Filter…',
  noMatch: 'No matching servers.',
  transports: { stdio: 'program', http: 'address' },
  trusts,
  formats,
  itemStates,
  kinds,
  tools: (open: number, closed: number) =>
    closed === 0 ? n(open, 'tool open', 'tools open') : `${open} open, ${closed} closed`,
  noTools: 'no tools yet',
  faces: {
    off: 'Switched off',
    starting: 'Starting',
    running: 'Running',
    review: 'Needs review',
    changed: 'Changed',
    'sign-in': 'Needs sign-in',
    waiting: 'Not running',
    idle: 'Starts when needed',
    stopped: 'Stopped',
  },
  unknown: (name: string) => `There is no server named ${name}.`,
  unknownText: 'It may have been removed, here or in the configuration file.',
  empty: {
    title: 'No servers yet',
    text: 'An MCP server gives your agents more tools. Gatehouse runs it in the sandbox. Its tools stay off until you review them.',
    foundTitle: 'Found on this machine',
    found: (name: string) => `Import from ${name}…`,
    byHand: 'Add a server…',
  },
  head: {
    version: (version: string, protocol: string) => `version ${version} · protocol ${protocol}`,
    start: 'Start',
    startAgain: 'Start again',
    tryNow: 'Try now',
    switchOn: 'Switch on',
    switchOff: 'Switch off',
    restart: 'Restart',
    signIn: 'Sign in…',
    remove: 'Remove…',
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText:
      'This stops the server and removes it and its review from your configuration. Its own folder stays.',
    removeNow: 'Remove',
    keep: 'Cancel',
    again: (span: string) => `Next try in ${span}.`,
    againSoon: 'Trying again…',
    signInNoScopes: 'The page names no scopes: it may ask for everything the account can do.',
    signInScopes: (scopes: number) =>
      scopes === 1
        ? 'It asks you to allow this scope:'
        : `It asks you to allow these ${scopes} scopes:`,
    signInWaits:
      'Finish signing in on this page. It opens in your browser; if it does not, open it by hand:',
    offText: 'It is switched off. Your review is kept.',
    idleText: 'It starts when needed.',
    startingText: 'It is starting; its tools are not known yet.',
  },
  review: {
    title: 'What it offers',
    waits: (count: number) =>
      count === 0 ? 'all reviewed' : `${n(count, 'item', 'items')} to review`,
    notRunning: 'You can review its tools once it runs. Accepted tools stay accepted.',
    reading: 'Asking the server what it offers…',
    first:
      'The server wrote all of this. It is exactly what the model will read. Nothing can be called until you accept it.',
    filter: 'Show',
    filters: { waiting: 'To review', all: 'All', open: 'Open' },
    acceptOne: 'Accept',
    acceptNamed: (what: string) => `Accept ${what}`,
    dropOne: 'Acknowledge',
    dropNamed: (what: string) => `Acknowledge that ${what} is gone`,
    closeOne: 'Close',
    closeNamed: (what: string) => `Close ${what}`,
    server: 'The server itself',
    serverText: 'Its program, variables, folders and hosts, and its instructions to the model.',
    signs: (count: number) => n(count, 'warning', 'warnings'),
    signsTitle: 'Warning',
    diff: (name: string) => `${name}, compared with your review`,
    text: (name: string) => `${name}, as the model reads it`,
    same: (lines: number) => n(lines, 'unchanged line', 'unchanged lines'),
    inCapabilities: 'Its settings, in Capabilities',
    again: 'It changed since you opened it. Review it again before you accept.',
    accepted: (count: number) => `Accepted: ${n(count, 'item', 'items')}.`,
    openNow: (open: number) => `${n(open, 'tool is', 'tools are')} open.`,
    openNone: (accepted: number) =>
      accepted === 0
        ? 'No tool is open: accept the server itself, and its tools.'
        : `No tool is open yet. ${n(accepted, 'accepted tool opens', 'accepted tools open')} once you accept the server itself.`,
    openFlagged: (count: number) =>
      `${n(count, 'tool has', 'tools have')} warnings: open each, read it, then accept it.`,
    openWaiting: (count: number) => `${n(count, 'tool waits', 'tools wait')} for you to accept.`,
    openRefused: (count: number) =>
      `${n(count, 'tool', 'tools')} cannot be opened: open one to see why.`,
    trustMore: 'Trust as verified',
    trustText:
      'Tools that say they change something are open only at a server that you know. They then need approval for each call.',
    noneWaits: 'Nothing to review.',
    sheet: sheetStrings,
    states: {
      new: 'New: closed until you accept it.',
      changed: 'Changed since you reviewed it: closed until you accept it again.',
      gone: 'The server no longer offers it.',
      refused: 'Cannot be opened.',
      open: 'Open: unchanged since your review.',
    },
  },
  labels: {
    title: 'What it seems to do',
    decidedTitle: 'What it does, as you said',
    does: 'It',
    returns: 'What it returns',
    readsPrivate: 'is my private data',
    readsUntrusted: 'may have been written by anyone',
    readActions: 'Actions that only read',
    sends: 'What it is given',
    sending: {
      keeps: 'stays on this machine or with its service',
      service: 'goes to its own service',
      named: 'goes to whom these arguments say:',
    },
    category: 'Category',
    categories,
    id: 'Id, for rules',
    idWrong:
      'Lower-case letters, digits and hyphens between dots, such as payments.transfer-funds.',
    note: 'Payments, accounts and rights need your passphrase or a one-time code each time. Private data that was read is not sent without asking.',
    changed: 'changed by you',
    save: 'Save labels',
    reset: 'As proposed',
  },
  launch: {
    title: 'How it is started',
    titleHttp: 'Where it is',
    program: 'Program',
    argument: (at: number) => `Argument ${at}`,
    noArguments: 'no arguments',
    url: 'Address',
    clientId: 'Client id',
    clientSecret: 'Client secret',
    clientMetadata: 'Client metadata',
    env: 'Variables',
    headers: 'Headers',
    none: 'none',
    sockets: 'Sockets',
    ownSockets: 'Unix sockets of its own',
    secret: (name: string) => `stored secret ${name}`,
    hidden: 'hidden: it looks like a secret',
  },
  access: {
    title: 'Declared and observed',
    calls: (calls: number) => (calls === 0 ? 'not called yet' : n(calls, 'call', 'calls')),
    caption: 'What the server may access, and what it accessed',
    heads: { what: 'What', declared: 'Granted', seen: 'Observed' },
    rows: { hosts: 'Hosts', programs: 'Programs', files: 'Folders', written: 'Written' },
    nothing: 'nothing',
    notSeen: 'none observed',
    refused: (host: string) => `${host} was denied`,
    write: 'may write',
    read: 'may read',
    newsTitle: 'New behaviour since your review:',
    news: {
      host: 'reached the host',
      'refused-host': 'tried the host',
      program: 'started the program',
      folder: 'read in',
      written: 'wrote to',
    },
    tighter: 'It needs less than you granted.',
    tighterHosts: (hosts: string) => `Hosts: ${hosts}.`,
    tighterFolders: (folders: string) => `Folders: ${folders}.`,
    tighten: 'Reduce access',
    tightenNote: 'You must review the server again after this change.',
    ownFolder: 'its own folder',
    more: (count: number) => `and ${count} more`,
  },
  trust: {
    title: 'Trust',
    note: 'You choose the trust; a server cannot claim it. Tool settings, rules and leases apply in addition.',
    asks: 'May ask you questions',
    asksText:
      'While a call runs it may ask for words of yours, or for a model answer. Each time you get a card, and nothing is answered without you. Off: its questions are refused.',
    review: 'Review what comes back',
    reviewText:
      'Each result waits in Approvals before an agent reads it. You see hidden characters and phrases that read like instructions, and let it through, cut lines out, or withhold it.',
    time: 'Time limit of a call, in seconds',
    timeWrong: 'A whole number from 1 to 3600.',
    save: 'Save',
    saved: 'Saved',
  },
  log: {
    title: 'Log',
    lines: (count: number) => n(count, 'line', 'lines'),
    none: 'No log lines yet.',
    label: 'Log',
  },
  busy: 'One moment…',
  copy: { copy: 'Copy', copied: 'Copied', chosen: 'Selected. Copy it with your keyboard.' },
  cancel: 'Cancel',
  ...pageStrings,
}
