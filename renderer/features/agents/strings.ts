// Every word of the Agents screen, of its dialogs and of its rows on the first screen.
import { counted } from '../../../contract/counted.ts'
const n = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

export const strings = {
  title: 'Agents',
  text: 'Agents you use elsewhere, through the same gate: one journal, the same approvals, and an undo.',
  here: 'On this computer',
  hereNone: 'No agent found. Install one, or connect it below: it is ready when you start it.',
  worksWith: (agents: readonly string[]) => `Gatehouse protects ${list.format(agents)}.`,
  elsewhere: 'Not found on this computer',
  reading: 'Looking…',
  again: 'Search again',
  other: 'Other clients',
  states: {
    now: 'Connected, working now',
    gateway: 'Connected',
    half: 'Connected in part',
    none: 'Not connected',
  },
  ways: {
    gateway: 'uses the tools of Gatehouse',
    noGateway: 'does not use the tools of Gatehouse',
    hooks: 'its own tools are gated',
    noHooks: 'its own tools are not gated',
    cannotHook: 'its own tools cannot be gated',
    streams: 'over standard streams',
    http: 'over HTTP',
    since: (when: string) => `connected ${when}`,
  },
  servers: (count: number) => n(count, 'MCP server', 'MCP servers'),
  shellToo: 'its own shell and files too',
  lastCall: (span: string) => `last call ${span}`,
  preset: (title: string) => `Preset of ${title}`,
  presetWord: 'Preset',
  presetActive: (name: string) => `The active one (${name})`,
  silent: (title: string) =>
    `The hook of ${title} does not answer: its own tools may run without approval. Restart the agent.`,
  findings: (count: number) => n(count, 'thing to fix', 'things to fix'),
  findingsNone: 'Everything found passes the gate.',
  fix: { hooks: 'Fix…', import: 'Import…' },
  fixNamed: (word: string, text: string) => `${word} ${text}`,
  connect: 'Connect',
  connectNamed: (title: string) => `Connect ${title}`,
  gate: 'Gate its own tools…',
  disconnect: 'Disconnect…',
  disconnectNamed: (title: string) => `Disconnect ${title}`,
  another: 'Another agent…',
  all: 'All agents',
  dialog: {
    title: (title: string) => `Connect ${title}`,
    close: 'Close',
    text: (title: string) =>
      `This is what changes in the settings of ${title}. A copy of the old file is kept, and you can undo this.`,
    hooks: 'Gate its own shell and file tools too',
    hooksText:
      'A hook asks Gatehouse before each of them. Without it, only the tools of Gatehouse pass the gate.',
    hooksNone: (title: string) => `${title} has no hook for its own tools, so those stay ungated.`,
    reading: 'Reading its settings…',
    created: 'new file',
    line: (line: number) => `line ${line}`,
    leadsTo: (file: string) => `a link to ${file}`,
    nothing: 'All of it is there already. Nothing to write.',
    changeOf: (file: string) => `Change of ${file}`,
    cancel: 'Cancel',
    go: 'Connect',
    done: (title: string) => `${title} is connected.`,
    doneText: (title: string) => `Restart ${title} to apply the change.`,
    undo: 'Undo',
    finish: 'Done',
  },
  removal: {
    title: (title: string) => `Disconnect ${title}?`,
    text: 'Gatehouse removes from its settings what it wrote there:',
    warns: 'Afterwards none of its calls pass the gate.',
    cancel: 'Cancel',
    go: 'Disconnect',
    undone: (title: string) => `${title} is as it was before.`,
  },
  commands: {
    how: {
      none: 'Gatehouse does not see the shell commands of this agent.',
      rehearse:
        'This agent runs its shell commands itself, after approval. The card shows what the command did in a copy.',
      agent:
        'This agent runs its shell commands itself, after approval. The card shows what the command did in a copy.',
      sandbox:
        'Shell commands of this agent run in the sandbox of Gatehouse. Commands that need the network or run in the background, it runs itself after approval.',
      'no-sandbox':
        'This agent runs its shell commands itself, because the sandbox does not work here.',
      ignored:
        'This agent ran a command itself although its hook changed it, so its commands need approval again. Check its other hooks, then turn this off and on.',
    },
    unhooked: (name: string) =>
      `Its hook is not set up, so nothing here applies yet. Run gatehouse connect ${name} --hooks.`,
    offerTitle: (title: string) => `Run the commands of ${title} in the sandbox?`,
    offer: [
      'The agent’s shell then starts gatehouse exec, which runs the command in the workspace, without network. Output, exit code and folder are the same.',
      'A variable or alias that a command sets is gone afterwards. Programs and variables of your own shell setup are not available.',
      'Commands that need the network, administrator rights or files elsewhere, and commands in the background, run as before: after approval, by the agent itself.',
    ],
    on: 'Turn on',
    later: 'Not now',
    toggle: (title: string) => `Run the commands of ${title} in the sandbox`,
  },
  gateway: {
    title: 'Connect another way',
    text: 'Anything that speaks MCP can use Gatehouse as its server.',
    streams: 'Have it start this program:',
    http: 'Or reach it over HTTP, with a token:',
    noUrl: 'The address appears once you add an agent.',
    nobody: 'No tokens yet.',
    created: (span: string) => `added ${span}`,
    never: 'token not used yet',
    used: (span: string) => `last used ${span}`,
    narrowed: (tools: string, left: number | null, ended: boolean) =>
      ended
        ? 'its token has expired'
        : `only ${tools === '*' ? 'for a time' : tools}${left === null ? '' : left === 0 ? ', no call left' : `, ${counted(left, 'call')} left`}`,
    preset: (name: string) => `preset ${name}`,
    presetInForce: 'the active preset',
    perMinute: (count: number) => `${counted(count, 'call')} per minute at most`,
    answers: 'may answer R2 itself',
    allow: 'Add an agent…',
    name: 'Name of the agent',
    nameHint: 'As it appears in approvals and the journal. An existing name gets a new token.',
    make: 'Create token',
    tokenTitle: (name: string) => `The token of ${name}`,
    tokenText: 'This token is shown only once. Give it to the agent as “Authorization: Bearer …”.',
    tokenLimits: (tools: string, calls: number | null, until: string) =>
      `It is valid for ${tools === '*' ? 'every tool that the policy allows' : tools}${calls === null ? '' : `, ${counted(calls, 'call')}`}, until ${until}.`,
    tokenDone: 'Done, I saved it',
    limits: {
      title: 'Limit what this token may do',
      tools: 'Tools',
      toolsPlaceholder: 'read_file, list_dir',
      toolsHint:
        'Tools, single actions (github.get_issue), a server (forge__*) or capabilities, with commas between them. Empty: all.',
      toolWrong: (name: string) => `“${name}” cannot be the name of a tool.`,
      time: 'Ends after',
      times: {
        hour: 'An hour',
        day: 'A day',
        week: 'A week',
        month: '30 days',
        year: 'A year',
      },
      calls: 'Calls',
      callsHint: 'How many it may make in all. Empty: as many as the policy allows.',
      callsWrong: 'A whole number from 1 to 999999.',
    },
    remove: 'Remove…',
    removeNamed: (name: string) => `Remove ${name}`,
    removeNow: 'Remove',
    keep: 'Cancel',
    removeAsk: (name: string) =>
      `${name} is disconnected immediately, and its token stops working.`,
    nameWrong: 'Lower-case letters, digits and hyphens, beginning with a letter.',
    cancel: 'Cancel',
  },
  copy: { copy: 'Copy', copied: 'Copied', chosen: 'Selected: copy it with Ctrl+C.' },
} as const
