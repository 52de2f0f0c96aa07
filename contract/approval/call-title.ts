// The title of a call: the act itself, from facts only (its touches, its tool, its arguments), never
// from what a model claims. One wording for the card, the queue, announcements and notifications.
import type { Approval } from './approval.ts'
import { assertNever } from '../never.ts'
import type { CanonicalTouch, Zone } from '../call/touch.ts'
import { eventTarget } from '../inbound/event.ts'
import { recordTitle } from '../record/record-text.ts'

/** `verb`, then `target` in bold, then what follows: `Call` **get-sum** `on the everything server`. */
export type CallTitle = {
  readonly verb: string
  readonly target: string
  /** The target is a command, as it would be typed. */
  readonly code: boolean
  readonly rest: string
  /** Where it happens, if that is worth a warning. */
  readonly where: string | null
}

/** A longer command is shown whole on its card, and in the title as far as this. */
const MOST_CHARACTERS = 80

/** The path as a person reads it: relative inside the workspace, whole anywhere else. */
export function shortPath(path: string, workspace: string): string {
  if (path === workspace) return 'the workspace'
  return workspace !== '' && path.startsWith(`${workspace}/`)
    ? path.slice(workspace.length + 1)
    : path
}

const plain = { code: false, rest: '', where: null }

/**
 * The title for the gravest thing that a call reaches; by the name of its tool where it reaches
 * nothing.
 */
export function titleOf(
  title: string,
  tool: string,
  touches: readonly CanonicalTouch[],
  workspace: string,
): CallTitle {
  const run = touches.find((touch) => touch.kind === 'proc.run')
  if (run?.kind === 'proc.run')
    return run.terminal === undefined
      ? commandTitle('Run', run)
      : { ...plain, verb: sessionVerb[run.terminal.does], target: run.terminal.name }
  const net = touches.find((touch) => touch.kind === 'net.fetch')
  if (net?.kind === 'net.fetch') {
    const reads = net.method === 'GET' || net.method === 'HEAD'
    return { ...plain, verb: reads ? 'Fetch from' : `${net.method} to`, target: net.host }
  }
  const memory = touches.find((touch) => touch.kind === 'memory')
  if (memory?.kind === 'memory') {
    const verb = { read: 'Search', write: 'Write to', delete: 'Delete from' }[memory.access]
    return { ...plain, verb, target: 'the memory of agents' }
  }
  const scheduled = touches.find((touch) => touch.kind === 'schedule')
  if (scheduled?.kind === 'schedule') return { ...plain, ...scheduleTitle(scheduled) }
  const agent = touches.find((touch) => touch.kind === 'subagent')
  if (agent?.kind === 'subagent') {
    const verb = { start: 'Start', read: 'Look at', end: 'End' }[agent.access]
    return { ...plain, verb, target: 'a sub-agent' }
  }
  const record = touches.find((touch) => touch.kind === 'record')
  if (record?.kind === 'record') return { ...plain, ...recordTitle(record) }
  const event = touches.find((touch) => touch.kind === 'event')
  if (event?.kind === 'event') {
    const verb = { read: 'Look at', write: 'Mark as processed:' }[event.access]
    return { ...plain, verb, target: eventTarget(event) }
  }
  if (touches.some(({ kind }) => kind === 'notification'))
    return { ...plain, verb: 'Show', target: 'a notification' }
  const server = touches.find((touch) => touch.kind === 'mcp.call')
  if (server?.kind === 'mcp.call') return serverTitle(server)
  const plugin = touches.find((touch) => touch.kind === 'plugin.run')
  if (plugin?.kind === 'plugin.run')
    return { ...plain, verb: 'Run the plugin', target: plugin.plugin }
  const write = touches.find((touch) => touch.kind === 'fs.write')
  if (write?.kind === 'fs.write') {
    const verb = write.is === 'missing' ? 'Create' : tool === 'edit_file' ? 'Change' : 'Overwrite'
    const target = shortPath(write.path, workspace)
    return { ...plain, verb, target, where: zoneName(write.zone) }
  }
  const line = touches.find((touch) => touch.kind === 'net.connect')
  if (line?.kind === 'net.connect')
    return { ...plain, verb: 'Connect to', target: `${line.host}:${line.port}` }
  const secret = touches.find((touch) => touch.kind === 'secrets.get')
  if (secret?.kind === 'secrets.get')
    return { ...plain, verb: 'Use the stored credential', target: secret.name }
  const read = touches.find((touch) => touch.kind === 'fs.read')
  if (read?.kind === 'fs.read') {
    const verb = read.is === 'folder' ? 'List' : 'Read'
    const target = shortPath(read.path, workspace)
    return { ...plain, verb, target, where: zoneName(read.zone) }
  }
  return { ...plain, verb: 'Use', target: title }
}

export type TitledApproval = Pick<Approval, 'title' | 'tool' | 'args' | 'decision'> &
  Partial<Pick<Approval, 'staged' | 'rehearsal' | 'facts' | 'review'>>

/** The title of a card; what a command has done already, in a copy, is kept or not. */
export function callTitle(approval: TitledApproval, workspace: string): CallTitle {
  const { review = null, ...call } = approval
  if (review === null) return titleOfCall(call, workspace)
  const title = titleOfCall(call, workspace)
  return { ...title, verb: `Result of: ${title.verb}`, where: null }
}

function titleOfCall(approval: Omit<TitledApproval, 'review'>, workspace: string): CallTitle {
  const { title, tool, args, decision, staged = null, rehearsal = null, facts } = approval
  if (facts !== undefined) return { ...plain, verb: facts.verb, target: facts.target }
  const command = args['command']
  if (staged === null || rehearsal === null) {
    const named = titleOf(title, tool, decision.touches, workspace)
    // Of a command that ran in a copy the last decision knows what it would keep; the act is the command.
    if (tool === 'exec' && !named.code && typeof command === 'string')
      return { ...plain, verb: 'Run', target: shortened(command), code: true }
    // As the arguments are shown: there a secret is replaced.
    return named.code && typeof command === 'string'
      ? { ...named, target: shortened(command) }
      : named
  }
  const { added, changed, deleted, type, mode } = rehearsal.counts
  const changes = added + changed + deleted + type + mode
  return {
    ...plain,
    verb: changes === 1 ? 'Keep 1 change by' : `Keep ${changes} changes by`,
    target: typeof command === 'string' ? shortened(command) : title,
    code: typeof command === 'string',
  }
}

/** The title as one line of plain text. */
export const plainTitle = ({ verb, target, rest }: CallTitle): string =>
  [verb, target, rest].filter((word) => word !== '').join(' ')

function commandTitle(
  verb: string,
  { command, zone }: { readonly command: string; readonly zone: Zone },
): CallTitle {
  return { verb, target: shortened(command), code: true, rest: '', where: zoneName(zone) }
}

const sessionVerb = {
  create: 'Start the terminal session',
  send: 'Type into the terminal session',
  read: 'Read the terminal session',
  kill: 'End the terminal session',
} as const

/** One line, cut between characters: half of a pair would be drawn as something else. */
function shortened(command: string): string {
  const characters = Array.from(command.trim().replaceAll(/\s*\n\s*/g, ' ⏎ '))
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MOST_CHARACTERS).join('')}…`
}

function serverTitle({
  server,
  tool,
  what,
}: Extract<CanonicalTouch, { kind: 'mcp.call' }>): CallTitle {
  const verb = what === undefined ? 'Call' : what === 'resource' ? 'Read' : 'Get the prompt'
  return { ...plain, verb, target: tool, rest: `on the ${server} server` }
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

function scheduleTitle({
  access,
  job,
}: Extract<CanonicalTouch, { kind: 'schedule' }>): Pick<CallTitle, 'verb' | 'target'> {
  if (job === null) {
    const verb = { read: 'Look at', write: 'Add to', delete: 'Delete from' }[access]
    return { verb, target: 'the scheduled jobs' }
  }
  const verb = { read: 'Look at', write: 'Change', delete: 'Remove' }[access]
  return { verb, target: `the job ${job.name}` }
}
