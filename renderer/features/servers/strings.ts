// Every word of the servers screen.
import type { Reviewed } from '../../../contract/server/server.ts'
import type { ClientFormat } from '../../../contract/server/server-review.ts'
import type { Trust } from '../../../contract/call/touch.ts'
import { pageStrings } from './page-strings.ts'

const trusts: Readonly<Record<Trust, { readonly name: string; readonly text: string }>> = {
  local: {
    name: 'Local',
    text: 'Your own. Its hints count: what it says only reads runs without asking and is open to sub-agents; anything else asks.',
  },
  verified: {
    name: 'Verified',
    text: 'You know who makes it. Every call asks first, sub-agents get nothing of it.',
  },
  community: {
    name: 'Community',
    text: 'Anybody’s. Every call is R3 and asks first, sub-agents get nothing, and only tools whose names promise to read are taken.',
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
  clients: 'Clients of the gateway',
  clientsMeta: (count: number) => (count === 0 ? 'nobody there' : `${count} connected`),
  exportTitle: 'Export',
  exportMeta: 'for another client',
  filter: 'Filter servers',
  filterPlaceholder: 'Filter…',
  noMatch: 'No server fits this filter.',
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
    text: 'An MCP server gives your agents more tools. Here it runs in the sandbox, and nothing of it can be called before you have read what it offers.',
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
      'It is ended and taken out of your configuration file, and what you reviewed of it is forgotten. Its own folder stays.',
    removeNow: 'Remove',
    keep: 'Keep it',
    again: (span: string) => `It is tried again in ${span}.`,
    againSoon: 'It is being tried again.',
    signInWaits:
      'Finish signing in on this page. It opens in your browser; if it does not, open it by hand:',
    offText: 'It is switched off. Nothing of it runs, and what you reviewed is kept.',
    idleText: 'It is started when it is needed.',
    startingText: 'It is being started; what it offers is not known yet.',
  },
  review: {
    title: 'What it offers',
    waits: (count: number) =>
      count === 0 ? 'all reviewed' : `${n(count, 'thing', 'things')} to review`,
    notRunning:
      'What it offers can be looked at once it runs. What you have accepted before stays accepted.',
    reading: 'Asking the server what it offers…',
    first:
      'All of this was written by the server. A model reads it as it stands here. Nothing can be called before you accept it.',
    filter: 'Show',
    filters: { waiting: 'To review', all: 'All', open: 'Open' },
    acceptAll: (count: number) => `Accept all ${count}`,
    acceptPlain: (count: number) => `Accept ${count} without findings`,
    ownLook: (count: number) =>
      count === 1
        ? 'One has findings: open it, read it, and accept it by itself.'
        : `${count} have findings: open each, read it, and accept it by itself.`,
    acceptOne: 'Accept',
    acceptNamed: (what: string) => `Accept ${what}`,
    dropOne: 'Take note',
    dropNamed: (what: string) => `Take note that ${what} is gone`,
    closeOne: 'Close',
    closeNamed: (what: string) => `Close ${what}`,
    server: 'The server itself',
    serverText:
      'What is started, with which variables, folders and hosts, and what it tells a model about itself.',
    signs: (count: number) => n(count, 'sign', 'signs'),
    signsTitle: 'Read this twice',
    diff: (name: string) => `${name}, now beside what you reviewed`,
    text: (name: string) => `${name}, as a model would read it`,
    same: (lines: number) => n(lines, 'line as before', 'lines as before'),
    inCapabilities: 'Its settings, in Capabilities',
    anew: 'It changed while you were looking. Below is how it is now; look again before you accept.',
    accepted: (count: number) => `Accepted: ${n(count, 'thing', 'things')}.`,
    noneWaits: 'Nothing waits for you.',
    states: {
      new: 'New: closed until you accept it.',
      changed: 'Changed since you reviewed it: closed until you accept it again.',
      gone: 'The server does not offer it any more.',
      refused: 'Cannot be opened.',
      open: 'Open: as you reviewed it.',
    },
  },
  launch: {
    title: 'How it is started',
    titleHttp: 'Where it is',
    program: 'Program',
    argument: (at: number) => `Argument ${at}`,
    noArguments: 'no arguments',
    url: 'Address',
    env: 'Variables',
    headers: 'Headers',
    none: 'none',
    secret: (name: string) => `stored secret ${name}`,
    hidden: 'hidden: it looks like a secret',
  },
  reach: {
    title: 'Promised and observed',
    calls: (calls: number) => (calls === 0 ? 'not called yet' : n(calls, 'call', 'calls')),
    caption: 'What the server may reach, beside what it was seen to reach',
    heads: { what: 'What', declared: 'Granted', seen: 'Seen' },
    rows: { hosts: 'Hosts', programs: 'Programs', files: 'Folders', written: 'Written' },
    nothing: 'nothing',
    notSeen: 'nothing seen',
    refused: (host: string) => `${host} was refused`,
    write: 'may write',
    read: 'may read',
    newsTitle: 'It did what it never did before, though what it offers is unchanged:',
    news: {
      host: 'reached the host',
      'refused-host': 'tried the host',
      program: 'started the program',
      folder: 'read in',
      written: 'wrote to',
    },
    tighter: 'Less would have been enough.',
    tighterHosts: (hosts: string) => `Hosts: ${hosts}.`,
    tighterFolders: (folders: string) => `Folders: ${folders}.`,
    tighten: 'Grant only that',
    tightenNote: 'The server has to be reviewed again, as after every change of what it is given.',
    ownFolder: 'its own folder',
    more: (count: number) => `and ${count} more`,
  },
  trust: {
    title: 'Trust',
    note: 'Given by you, never claimed by the server. A tool of its own settings, rules and leases come on top.',
    time: 'Time a call may take, in seconds',
    timeWrong: 'A whole number from 1 to 3600.',
    save: 'Save',
    saved: 'Saved',
  },
  log: {
    title: 'What it wrote',
    lines: (count: number) => n(count, 'line', 'lines'),
    none: 'It has written nothing yet.',
    label: 'Log',
  },
  busy: 'One moment…',
  copy: { copy: 'Copy', copied: 'Copied', chosen: 'Chosen: copy it with your system’s keys.' },
  cancel: 'Cancel',
  ...pageStrings,
}
