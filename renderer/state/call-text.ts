// Says in plain words what a call does, from facts only: its touches, its tool, its arguments.
// Never from what a model claims.
import type { Approval, ApprovalAnswer } from '../../contract/approval/approval.ts'
import type { Json } from '../../contract/json.ts'
import type { CallResult, Route } from '../../contract/call/call.ts'
import { assertNever } from '../../contract/never.ts'
import type { Channel, Principal } from '../../contract/call/principal.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch, Zone } from '../../contract/call/touch.ts'

/** `verb` then `target`, `target` in bold; `where` follows where a place matters. */
export type Phrase = {
  readonly verb: string
  readonly target: string
  readonly where: string | null
}

export const tierWord: Readonly<Record<Tier, string>> = {
  R0: 'harmless',
  R1: 'low risk',
  R2: 'medium risk',
  R3: 'high risk',
  R4: 'critical: passphrase needed',
}

/** As in contract/approval/approval.ts, whose schemas have no place in the page. */
export const isNo = (answer: ApprovalAnswer): boolean =>
  answer === 'deny-once' || answer === 'deny-scope' || answer === 'deny-always'

/** The path as a person reads it: relative inside the workspace, whole anywhere else. */
export function shortPath(path: string, workspace: string): string {
  if (path === workspace) return 'the workspace'
  return workspace !== '' && path.startsWith(`${workspace}/`)
    ? path.slice(workspace.length + 1)
    : path
}

/**
 * The phrase for the gravest thing a call reaches; `title` of the tool where it reaches nothing.
 */
export function phraseOf(
  title: string,
  tool: string,
  touches: readonly CanonicalTouch[],
  workspace: string,
): Phrase {
  const run = touches.find((touch) => touch.kind === 'proc.run')
  if (run?.kind === 'proc.run')
    return { verb: 'Run a command in', target: shortPath(run.cwd, workspace), where: null }
  const net = touches.find((touch) => touch.kind === 'net.fetch')
  if (net?.kind === 'net.fetch') {
    const reads = net.method === 'GET' || net.method === 'HEAD'
    return {
      verb: reads ? 'Fetch from' : `Send a ${net.method} request to`,
      target: net.host,
      where: null,
    }
  }
  const memory = touches.find((touch) => touch.kind === 'memory')
  if (memory?.kind === 'memory')
    return {
      verb: { read: 'Search', write: 'Write to', delete: 'Delete from' }[memory.access],
      target: 'the memory of agents',
      where: null,
    }
  const server = touches.find((touch) => touch.kind === 'mcp.call')
  if (server?.kind === 'mcp.call')
    return { verb: serverVerb(server), target: server.server, where: null }
  const write = touches.find((touch) => touch.kind === 'fs.write')
  if (write?.kind === 'fs.write') {
    const verb = write.is === 'missing' ? 'Create' : tool === 'edit_file' ? 'Change' : 'Overwrite'
    return { verb, target: shortPath(write.path, workspace), where: zoneName(write.zone) }
  }
  const line = touches.find((touch) => touch.kind === 'net.connect')
  if (line?.kind === 'net.connect')
    return { verb: 'Open connections to', target: `${line.host}:${line.port}`, where: null }
  const secret = touches.find((touch) => touch.kind === 'secrets.get')
  if (secret?.kind === 'secrets.get')
    return { verb: 'Use the stored credential', target: secret.name, where: null }
  const read = touches.find((touch) => touch.kind === 'fs.read')
  if (read?.kind === 'fs.read') {
    return {
      verb: read.is === 'folder' ? 'List' : 'Read',
      target: shortPath(read.path, workspace),
      where: zoneName(read.zone),
    }
  }
  return { verb: 'Use', target: title, where: null }
}

/** The phrase of a card; what a command has done already is kept or not. */
export function approvalPhrase(
  { title, tool, decision, staged, rehearsal, facts }: PhrasedApproval,
  workspace: string,
): Phrase {
  if (facts !== undefined) return { verb: facts.verb, target: facts.target, where: null }
  if (staged === null || rehearsal === null)
    return phraseOf(title, tool, decision.touches, workspace)
  const { added, changed, deleted, type, mode } = rehearsal.counts
  const changes = added + changed + deleted + type + mode
  return {
    verb: 'Keep',
    target: changes === 1 ? '1 change of a command' : `${changes} changes of a command`,
    where: null,
  }
}

type PhrasedApproval = Pick<
  Approval,
  'title' | 'tool' | 'decision' | 'staged' | 'rehearsal' | 'facts'
>

function serverVerb({ tool, what }: Extract<CanonicalTouch, { kind: 'mcp.call' }>): string {
  if (what === 'resource') return `Read ${tool} from`
  return what === 'prompt' ? `Get the prompt ${tool} from` : `Call ${tool} of`
}

const zoneName = (zone: Zone): string | null => (zone === 'workspace' ? null : zoneWord(zone))

export function zoneWord(zone: Zone): string {
  switch (zone) {
    case 'workspace':
      return 'in the workspace'
    case 'outside':
      return 'outside the workspace'
    case 'stop':
      return 'protected, always denied'
    default:
      return assertNever(zone, 'zoneWord')
  }
}

/**
 * The one fact of a call for a single line: its command, path or address, as far as its arguments
 * say.
 */
export function factOf(args: Json, touches: readonly CanonicalTouch[], workspace: string): string {
  const named = isRecord(args) ? firstText(args, ['command', 'url', 'path', 'query', 'name']) : null
  const method = isRecord(args) && typeof args['method'] === 'string' ? `${args['method']} ` : ''
  if (named !== null) return `${method}${shortPath(named, workspace)}`
  const touch = touches[0]
  if (touch === undefined) return typeof args === 'string' ? args : ''
  if (touch.kind === 'proc.run') return touch.command
  if (touch.kind === 'net.fetch') return `${touch.method} ${touch.url}`
  if (touch.kind === 'net.connect') return `${touch.host}:${touch.port}`
  if (touch.kind === 'mcp.call') return `${touch.server} › ${touch.tool}`
  if (touch.kind === 'memory') return 'memory'
  return touch.kind === 'secrets.get' ? touch.name : shortPath(touch.path, workspace)
}

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function firstText(args: { readonly [key: string]: Json }, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = args[key]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

/** `reads notes.txt`, `sends to api.example.org`: what a touch is, in two parts for two columns. */
export function touchWords(
  touch: CanonicalTouch,
  workspace: string,
): {
  readonly verb: string
  readonly what: string
  readonly note: string
  readonly alarming: boolean
} {
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write':
      return {
        verb: touch.kind === 'fs.read' ? 'reads' : 'writes',
        what: touch.path,
        note: [touch.is === 'missing' ? 'new' : touch.is, zoneWord(touch.zone)].join(', '),
        alarming: touch.zone !== 'workspace',
      }
    case 'net.fetch': {
      const known = touch.listed
        ? 'on your allowlist'
        : touch.reach === 'local'
          ? 'local address, not on your allowlist'
          : 'not on your allowlist'
      const reads = touch.method === 'GET' || touch.method === 'HEAD'
      return {
        verb: reads ? 'fetches' : 'sends to',
        what: `${touch.host}:${touch.port}`,
        note: known,
        alarming: !touch.listed,
      }
    }
    case 'proc.run':
      return {
        verb: 'runs in',
        what: touch.cwd,
        note: zoneWord(touch.zone),
        alarming: touch.zone !== 'workspace',
      }
    case 'net.connect':
      return {
        verb: 'connects to',
        what: `${touch.host}:${touch.port}`,
        note: touch.listed
          ? 'on your allowlist'
          : touch.reach === 'local'
            ? 'local address, not on your allowlist'
            : 'not on your allowlist',
        alarming: !touch.listed,
      }
    case 'memory':
      return {
        verb: { read: 'reads', write: 'writes', delete: 'deletes from' }[touch.access],
        what: 'the memory of agents',
        note: '',
        alarming: false,
      }
    case 'secrets.get':
      return {
        verb: 'uses',
        what: touch.name,
        note: 'a stored credential; its value is never shown to the agent',
        alarming: false,
      }
    case 'mcp.call':
      return {
        verb: touch.what === undefined ? 'calls' : touch.what === 'resource' ? 'reads' : 'asks for',
        what: `${touch.server} › ${touch.tool}`,
        note: serverNote(touch),
        alarming: touch.openWorld,
      }
    default:
      return assertNever(touch, `touchWords in ${workspace}`)
  }
}

const trustWords = {
  local: 'a server on this machine',
  verified: 'a verified server',
  community: 'a community server',
} as const
const serverNote = ({ trust, openWorld }: Extract<CanonicalTouch, { kind: 'mcp.call' }>): string =>
  `${trustWords[trust]}${openWorld ? ', may reach beyond this machine' : ', declares that it stays on this machine'}`

const routeWords: Readonly<Record<Route, string>> = {
  policy: 'Allowed by policy',
  lease: 'Allowed for this session',
  person: 'Allowed by you',
  'time-out': 'Denied: nobody answered in time',
  'emergency-stop': 'Denied: everything was stopped',
  guard: 'Denied: the exfiltration guard was turned on',
  preset: 'Denied: the preset changed',
  'policy-change': 'Denied: the policy changed',
  'tool-gone': 'Denied: the tool or its server became unavailable',
  'run-ended': 'Cancelled: the run ended',
  'client-gone': 'Cancelled: the client disconnected or cancelled it',
  replaced: 'Held again',
  'program-end': 'Cancelled: Gatehouse quit',
  unrecorded: 'Denied: it could not be recorded',
  cancelled: 'Cancelled before it ran',
  refused: 'Blocked by policy',
}

/** By which way a call came to its end, in a few words. */
export function routeWord(result: Pick<CallResult, 'route' | 'status'>): string {
  if (result.route === 'person' && result.status === 'denied') return 'Denied by you'
  if (result.route === 'policy' && result.status === 'denied') return routeWords.refused
  return routeWords[result.route]
}

/** A command that ran over a copy only: nothing it did is real. */
export const ranWithoutEffect = ({ decision }: Pick<CallResult, 'decision'>): boolean =>
  decision?.reasons.some(({ code }) => code === 'stage.unchanged') === true

/** The code of a call that ended and did not end well by it; null for every other. */
export const badExit = ({
  status,
  exitCode,
}: {
  readonly status: CallResult['status']
  readonly exitCode: number | null
}): number | null => (status === 'done' && exitCode !== 0 ? exitCode : null)

const kindWords: Readonly<Record<Principal['kind'], string>> = {
  person: 'you',
  agent: 'agent',
  subagent: 'sub-agent',
  'mcp-client': 'connected client',
  schedule: 'schedule',
  cli: 'command line',
}
const channelWords: Readonly<Record<Channel, string>> = {
  window: 'from the window',
  browser: 'from the browser',
  gateway: 'through the gateway',
  schedule: 'on a schedule',
  cli: 'from the command line',
}

/** Who asks, and by which way: `assistant (agent), from the browser`. */
export const whoWords = (principal: Principal, channel: Channel): string =>
  `${kindWords[principal.kind]}, ${channelWords[channel]}`

/** The random end of an id, short enough to compare by eye. */
export const shortId = (id: string): string => id.slice(-6)
