// What the fake Gatehouse of the development window begins with. Data only; nothing here happens.
import { CalendarSettings } from '../../contract/policy/config/calendar-settings.ts'
import { MailSettings } from '../../contract/policy/config/mail-settings.ts'
import { AgentLimits } from '../../contract/policy/config/agent-limits.ts'
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { Approval } from '../../contract/approval/approval.ts'
import type { Decision } from '../../contract/policy/decision.ts'
import type {
  ApprovalId,
  CallId,
  DefinitionHash,
  FileHash,
  PolicyHash,
  RequestHash,
  RunId,
  SessionId,
} from '../../contract/ids.ts'
import type { Manifest, ToolListing } from '../../contract/call/manifest.ts'
import type { DoctorReport } from '../../contract/protection.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'

export const workspace = '/home/ada/site'
export const session = 'ses_0000fake' as SessionId

/** Ids of the fake are well formed but not random: `run_00000001`. */
const numbered = (prefix: string, n: number): string =>
  `${prefix}_${n.toString(36).padStart(8, '0')}`
export const runId = (n: number): RunId => numbered('run', n) as RunId
export const callId = (n: number): CallId => numbered('call', n) as CallId
export const approvalId = (n: number): ApprovalId => numbered('apr', n) as ApprovalId
export const hash = (seed: string): string => {
  let value = 2166136261
  let text = ''
  for (let at = 0; text.length < 64; at += 1) {
    value = Math.imul(value ^ (seed.charCodeAt(at % Math.max(1, seed.length)) + at), 16777619) >>> 0
    text += value.toString(16).padStart(8, '0')
  }
  return text.slice(0, 64)
}
export const policyHash = hash('policy') as PolicyHash

export const appAtStart: AppState = {
  version: '0.1.0',
  host: 'browser',
  workspace: { path: workspace, ready: true, text: '' },
  model: {
    provider: 'manual',
    name: '',
    baseUrl: null,
    apiKeyEnv: null,
    names: {},
    price: null,
    prices: {},
    label: 'you (manual)',
    keySet: false,
    restsUntil: null,
  },
  mail: MailSettings.parse({}),
  calendar: CalendarSettings.parse({ zone: 'Europe/Berlin' }),
  web: {
    search: { provider: 'duckduckgo', url: null },
    weather: { provider: 'open-meteo' },
    images: { provider: 'openai' },
    reddit: { access: 'open' },
  },
  agent: { maxSteps: 25, contextTokens: null, limits: AgentLimits.parse({}) },
  guard: { on: false, hidden: [], commandNetwork: 'asked' },
  protections: { enforced: 11, missing: 0, all: 11 },
  sandbox: { state: 'enforced', text: 'bubblewrap with seccomp, enforced', how: null },
  untried: null,
  journal: { rows: 0, verification: null, fault: null },
  fleetReader: false,
  preset: 'ask',
  held: 0,
  servers: { attention: 0, questions: 0 },
  stopped: null,
  approvalTimeoutSeconds: 600,
  policyHash,
  toolTable: { usual: { text: '', filters: {}, group: null, sort: null, columns: [] }, views: {} },
  appearance: {
    theme: 'system',
    contrast: 'system',
    density: 'comfortable',
    textPercent: 100,
    singleKeyShortcuts: true,
    sidebarCollapsed: false,
  },
  desktop: {
    approvalWindow: false,
    approveFromNotification: false,
    openAtLogin: false,
    touchId: false,
    updates: 'off',
  },
  config: { file: '/home/ada/.config/gatehouse/config.yaml', problem: null },
}

type Sketch = Pick<
  Manifest,
  | 'id'
  | 'name'
  | 'title'
  | 'description'
  | 'category'
  | 'riskTier'
  | 'networkOutbound'
  | 'subagentAccess'
> &
  Partial<Manifest> & {
    readonly effect: Manifest['defaultPolicy']['effect']
    readonly scope: string
  }

const manifest = ({ effect, scope, ...sketch }: Sketch): Manifest => ({
  version: '1.0.0',
  sideEffects: effect !== 'allow',
  dataAccess: sketch.networkOutbound ? ['network'] : ['files'],
  requires: [],
  defaultPolicy: { effect, scope },
  redaction: { args: [], result: [] },
  rateLimits: { perSession: 0, perMinute: 60 },
  builtIn: true,
  actions: [],
  limits: { runTimeMs: 30_000, stdoutBytes: 1_000_000, stderrBytes: 256_000, resultChars: 50_000 },
  ...sketch,
})

const manifests: readonly Manifest[] = [
  manifest({
    id: 'fs.read',
    name: 'read_file',
    title: 'Read a file',
    description: 'Reads one UTF-8 text file.',
    category: 'fs',
    riskTier: 'R1',
    networkOutbound: false,
    subagentAccess: 'full',
    effect: 'allow',
    scope: 'inside the workspace',
    requires: [{ kind: 'workspace' }],
    actions: [{ name: 'read', readOnly: true }],
  }),
  manifest({
    id: 'fs.list',
    name: 'list_dir',
    title: 'List a folder',
    description: 'Names what a folder holds.',
    category: 'fs',
    riskTier: 'R1',
    networkOutbound: false,
    subagentAccess: 'full',
    effect: 'allow',
    scope: 'inside the workspace',
    requires: [{ kind: 'workspace' }],
    actions: [{ name: 'list', readOnly: true }],
  }),
  manifest({
    id: 'fs.write',
    name: 'write_file',
    title: 'Write a file',
    description: 'Writes one whole text file, making folders as needed.',
    category: 'fs',
    riskTier: 'R2',
    networkOutbound: false,
    subagentAccess: 'full',
    effect: 'confirm',
    scope: 'inside the workspace',
    requires: [{ kind: 'workspace' }],
    actions: [{ name: 'write', readOnly: false }],
  }),
  manifest({
    id: 'fs.edit',
    name: 'edit_file',
    title: 'Edit a file',
    description: 'Replaces one exact piece of text in a file.',
    category: 'fs',
    riskTier: 'R2',
    networkOutbound: false,
    subagentAccess: 'full',
    effect: 'confirm',
    scope: 'inside the workspace',
    requires: [{ kind: 'workspace' }],
    actions: [{ name: 'edit', readOnly: false }],
  }),
  manifest({
    id: 'system.run',
    name: 'exec',
    title: 'Run a command',
    description: 'Runs one shell command line in the sandbox, with the network closed.',
    category: 'system',
    riskTier: 'R3',
    networkOutbound: false,
    subagentAccess: 'full',
    effect: 'confirm',
    scope: 'inside the workspace',
    dataAccess: ['files', 'processes'],
    requires: [{ kind: 'workspace' }, { kind: 'sandbox' }],
    actions: [{ name: 'execute', readOnly: false }],
  }),
  manifest({
    id: 'net.fetch',
    name: 'web_fetch',
    title: 'Fetch a page',
    description: 'Reads one web page as text.',
    category: 'network',
    riskTier: 'R1',
    networkOutbound: true,
    subagentAccess: 'full',
    effect: 'confirm',
    scope: 'hosts on the allowlist run without asking',
    actions: [{ name: 'fetch', readOnly: true }],
  }),
  manifest({
    id: 'net.request',
    name: 'http',
    title: 'HTTP request',
    description: 'Sends one HTTP request with method, headers and body.',
    category: 'network',
    riskTier: 'R3',
    networkOutbound: true,
    subagentAccess: 'denied',
    effect: 'confirm',
    scope: 'every request',
    redaction: { args: ['/headers/authorization'], result: [] },
    actions: [{ name: 'request', readOnly: false }],
  }),
]

const path = {
  type: 'string',
  minLength: 1,
  description: 'A path, from the workspace or absolute.',
}
const url = { type: 'string', format: 'uri', description: 'The whole address.' }
const properties: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  write_file: { path, text: { type: 'string', description: 'All of the new text.' } },
  exec: { command: { type: 'string', minLength: 1, description: 'One shell command line.' } },
  web_fetch: { url },
  http: {
    method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'DELETE'] },
    url,
    body: { type: 'string' },
  },
}

export const tools: readonly ToolListing[] = manifests.map((each) => ({
  name: each.name,
  source: 'built-in',
  available: true,
  missing: [],
  hiddenByGuard: false,
  hiddenBy: null,
  trust: null,
  review: null,
  setting: null,
  manifest: each,
  inputSchema: {
    type: 'object',
    properties: properties[each.name] ?? { path },
    required: Object.keys(properties[each.name] ?? { path }).slice(0, 2),
    additionalProperties: false,
  },
}))

export const report: DoctorReport = {
  ok: true,
  platform: 'linux 6.12 x64',
  node: '24.21.0',
  runner: {
    kind: 'bubblewrap',
    containers: {
      ready: false,
      text: 'Podman 5.4.2 was found, of your own user. The image for commands is not built yet.',
      how: 'gatehouse runner build',
    },
  },
  protections: [
    {
      id: 'files',
      title: 'Only the workspace and system programs are visible',
      state: 'enforced',
      detail:
        'A command saw /usr, a few files of /etc and its workspace, and could write in the workspace only.',
      how: null,
    },
    {
      id: 'network',
      title: 'No network',
      state: 'enforced',
      detail: 'A command had a network of its own with nothing in it.',
      how: null,
    },
    {
      id: 'processes',
      title: 'Other processes are invisible',
      state: 'enforced',
      detail: 'A command saw 3 processes, all its own.',
      how: null,
    },
    {
      id: 'seccomp',
      title: 'Dangerous system calls and local sockets are refused',
      state: 'enforced',
      detail: 'The filter is on: local sockets, tracing, mounting, kernel interfaces are refused.',
      how: null,
    },
    {
      id: 'second-wall',
      title: 'Second file barrier (Landlock) for servers and plugins',
      state: 'impossible',
      detail: 'This kernel was built without Landlock.',
      how: null,
    },
    {
      id: 'outer-user',
      title: 'Commands run as an ordinary user',
      state: 'enforced',
      detail: 'What a command made belonged to user 1000.',
      how: null,
    },
    {
      id: 'limits',
      title: 'The number of processes, open files and the size of files are bounded',
      state: 'missing',
      detail: 'Nothing bounds the processes and files of a command.',
      how: 'apt install util-linux (for prlimit)',
    },
    {
      id: 'memory',
      title: 'The memory of all processes of a command together is bounded',
      state: 'missing',
      detail: 'Only each process by itself is bounded, at 4 GiB of data.',
      how: 'Run Gatehouse in a session with systemd (systemd-run --user --scope), or as root with control groups for memory.',
    },
    {
      id: 'kill',
      title: 'A stopped command leaves nothing behind',
      state: 'enforced',
      detail: 'A command that had left its session was gone 12 ms after the stop.',
      how: null,
    },
    {
      id: 'helper',
      title: 'Processes are started by a small helper, not by Gatehouse itself',
      state: 'enforced',
      detail: 'The trial was started by process 4711.',
      how: null,
    },
  ],
  checks: [
    { id: 'store', title: 'Database', state: 'ok', text: 'Opened and up to date.', how: null },
    {
      id: 'ripgrep',
      title: 'ripgrep',
      state: 'warn',
      text: 'Not found on PATH.',
      how: 'Install ripgrep for faster search.',
    },
  ],
}

export const decision = (
  tier: Decision['tier'],
  effect: Decision['effect'],
  touches: readonly CanonicalTouch[],
  reasons: readonly string[],
  more: Partial<Decision> = {},
): Decision => ({
  effect,
  tier,
  baseTier: tier,
  reasons: reasons.map((text, at) => ({ code: `fake.${at}`, text })),
  by: { kind: 'tool', id: 'default' },
  touches: [...touches],
  stepUp: tier === 'R4',
  policyHash,
  ...more,
})

export const approval = (
  n: number,
  sketch: Pick<Approval, 'tool' | 'title' | 'decision' | 'args'> & Partial<Approval>,
): Approval => ({
  id: approvalId(n),
  callId: callId(n),
  runId: runId(1),
  createdAt: Date.now() - 42_000,
  expiresAt: Date.now() + 558_000,
  principal: { kind: 'agent', name: 'assistant', session, runId: runId(1) },
  channel: 'browser',
  action: null,
  origins: [],
  taint: { privateRead: [], untrustedRead: [] },
  previews: [],
  requestHash: hash(`request ${n}`) as RequestHash,
  definitionHash: hash(sketch.tool) as DefinitionHash,
  policyHash,
  fileHashes: {},
  answers: ['once', 'session', 'deny-once', 'deny-always'],
  proposals: [],
  durations: ['run', 'hour', 'today', 'until-revoked'],
  state: 'pending',
  answeredAt: null,
  answeredOn: null,
  answer: null,
  route: null,
  word: null,
  edited: null,
  undo: null,
  again: null,
  rehearsal: null,
  review: null,
  cut: null,
  staged: null,
  untried: null,
  ...sketch,
})

export const fileHash = (text: string): FileHash => hash(text) as FileHash

/** The defaults that the real router fills in. */
export const anyRow = {
  kinds: [],
  tool: null,
  effect: null,
  callId: null,
  runId: null,
  text: '',
}
