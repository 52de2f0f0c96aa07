// Says in plain words what a call does, from facts only: its touches, its tool, its arguments.
// Never from what a model claims.
import { isObject } from '../../contract/is-object.ts'
import { subagentText } from '../../contract/approval/subagent-text.ts'
import type { ApprovalAnswer } from '../../contract/approval/approval.ts'
import { shortPath, zoneWord } from '../../contract/approval/call-title.ts'
import type { Json } from '../../contract/json.ts'
import type { CallResult, Route } from '../../contract/call/call.ts'
import { assertNever } from '../../contract/never.ts'
import type { Channel, Principal } from '../../contract/call/principal.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { eventTarget } from '../../contract/inbound/event.ts'
import { recordTarget } from '../../contract/record/record-text.ts'

/** As in contract/approval/approval.ts, whose schemas have no place in the page. */
export const isNo = (answer: ApprovalAnswer): boolean =>
  answer === 'deny-once' || answer === 'deny-scope' || answer === 'deny-always'

/**
 * The one fact of a call for a single line: its command, path or address, as far as its arguments
 * say.
 */
export function factOf(args: Json, touches: readonly CanonicalTouch[], workspace: string): string {
  const named = isObject(args) ? firstText(args, ['command', 'url', 'path', 'query', 'name']) : null
  const method = isObject(args) && typeof args['method'] === 'string' ? `${args['method']} ` : ''
  if (named !== null) return `${method}${shortPath(named, workspace)}`
  const touch = touches[0]
  if (touch === undefined) return typeof args === 'string' ? args : ''
  if (touch.kind === 'proc.run') return touch.command
  if (touch.kind === 'net.fetch') return `${touch.method} ${touch.url}`
  if (touch.kind === 'net.connect') return `${touch.host}:${touch.port}`
  if (touch.kind === 'plugin.run') return touch.plugin
  if (touch.kind === 'mcp.call') return `${touch.server} › ${touch.tool}`
  if (touch.kind === 'memory') return 'memory'
  if (touch.kind === 'subagent') return touch.agent ?? 'sub-agents'
  if (touch.kind === 'schedule') return touch.job?.name ?? 'scheduled jobs'
  if (touch.kind === 'record') return recordTarget(touch)
  if (touch.kind === 'event') return eventTarget(touch)
  if (touch.kind === 'notification') return 'a notification'
  if (touch.kind === 'result') return 'an earlier result'
  return touch.kind === 'secrets.get' ? touch.name : shortPath(touch.path, workspace)
}

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
        note: touch.cwd === workspace ? '' : zoneWord(touch.zone),
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
    case 'schedule':
      return {
        verb: { read: 'reads', write: 'changes', delete: 'removes' }[touch.access],
        what: touch.job === null ? 'the scheduled jobs' : `the job ${touch.job.name}`,
        note: touch.job === null ? '' : touch.job.sentence,
        alarming: false,
      }
    case 'subagent':
      return {
        verb: { start: 'starts', read: 'looks at', end: 'ends' }[touch.access],
        what: touch.access === 'start' ? subagentText(touch) : (touch.agent ?? 'its sub-agents'),
        note: touch.delegates ? 'it may start sub-agents of its own' : '',
        alarming: touch.delegates,
      }
    case 'record':
      return {
        verb: { read: 'reads', write: 'changes', delete: 'deletes' }[touch.access],
        what: recordTarget(touch),
        note: '',
        alarming: false,
      }
    case 'event':
      return {
        verb: { read: 'reads', write: 'marks' }[touch.access],
        what: eventTarget(touch),
        note: 'anyone may have written it',
        alarming: false,
      }
    case 'notification':
      return { verb: 'shows', what: 'a notification', note: '', alarming: false }
    case 'result':
      return { verb: 'reads', what: 'an earlier result of its run', note: '', alarming: false }
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
    case 'plugin.run':
      return {
        verb: 'runs',
        what: `the plugin ${touch.plugin}`,
        note: `${touch.origin === 'external' ? 'external' : 'from the built-in folder'}, ${touch.runs === 'wasi' ? 'a WASI module' : 'a program'}`,
        alarming: touch.origin === 'external',
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
  principal.kind === 'subagent'
    ? `sub-agent “${principal.label ?? principal.name}”, for ${principal.parent}, ${channelWords[channel]}`
    : `${kindWords[principal.kind]}, ${channelWords[channel]}`

/** The random end of an id, short enough to compare by eye. */
export const shortId = (id: string): string => id.slice(-6)
