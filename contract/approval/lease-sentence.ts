// A lease in one sentence, for the list in the window, the command line and the journal.
import { atMostTimes } from '../counted.ts'
import { subagentText } from './subagent-text.ts'
import { assertNever } from '../never.ts'
import type { CanonicalTouch } from '../call/touch.ts'
import type { Lease, LeaseDuration, LeasePatterns } from './lease.ts'
import { eventTarget } from '../inbound/event.ts'
import { recordTarget } from '../record/record-text.ts'

export const durationText: { readonly [D in LeaseDuration]: string } = {
  run: 'for this run',
  hour: 'for an hour',
  today: 'for today',
  'until-revoked': 'until you revoke it',
}

/** @param when writes a point in time, in epoch milliseconds */
export function leaseSentence(lease: Lease, when: (at: number) => string): string {
  const { effect, principal, job } = lease
  // One for a job says so in its scope.
  const who =
    job !== undefined ? [] : [principal === null ? 'for every caller' : `for ${principal.name}`]
  const parts = [scopeOf(lease), ...who, endOf(lease, when)]
  return `${effect === 'deny' ? 'Denies' : 'Allows'} ${parts.join(', ')}.`
}

/** Why a call runs, or does not, that it concerns. */
export function givenText({ effect, text, lasts, session }: Lease): string {
  if (text === '')
    return session === null
      ? 'A lease within limits allows this.'
      : 'You allowed this for the session.'
  const end = lasts === null ? '' : `, ${durationText[lasts]}`
  return `You ${effect === 'deny' ? 'denied' : 'allowed'} ${text}${end}.`
}

/** The scope alone. */
export const scopeOf = ({ text, tool, action, patterns, touches }: Lease): string =>
  text === ''
    ? `${action === null ? tool : `${tool} ${action}`}: ${reachOf(patterns, touches).join(', ')}`
    : text

function endOf({ session, expiresAt, maxUses }: Lease, when: (at: number) => string): string {
  const ends = [
    ...(session === null ? [] : ['until its run ends']),
    ...(expiresAt === null ? [] : [`until ${when(expiresAt)}`]),
    ...(maxUses === null ? [] : [atMostTimes(maxUses)]),
  ]
  return ends.length === 0 ? durationText['until-revoked'] : ends.join(', ')
}

/** How far it reaches, in few words. */
export function reachOf(
  { paths, hosts, methods, commands, parts = [], calls = [], urlHosts = {} }: LeasePatterns,
  touches: readonly CanonicalTouch[],
): readonly string[] {
  const sends = methods.length === 0 ? '' : `${methods.join(', ')} `
  const lines = commands.length + parts.length
  return [
    ...paths,
    ...hosts.map((host) => `${sends}${host}`),
    ...commands.map((command) => `${command} …`),
    ...parts.map(({ words, more }) => `${words.join(' ')}${more ? ' …' : ''}`),
    ...calls,
    ...Object.entries(urlHosts).map(([pointer, host]) => `${pointer.slice(1)} at ${host}`),
    // The line that the limits were made for is one of those they cover.
    ...touches.filter(({ kind }) => kind !== 'proc.run' || lines === 0).map(touchWord),
  ]
}

function touchWord(touch: CanonicalTouch): string {
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write':
      return touch.path
    case 'net.fetch':
      return `${touch.method} ${touch.url}${touch.below === true ? ' and below' : ''}`
    case 'net.connect':
      return `${touch.host}:${touch.port}`
    case 'proc.run':
      return touch.command
    case 'memory':
      return `${touch.access} memory`
    case 'schedule':
      return touch.job === null ? `${touch.access} scheduled jobs` : `the job ${touch.job.name}`
    case 'subagent':
      return subagentText(touch)
    case 'record':
      return `${touch.access} ${recordTarget(touch)}`
    case 'event':
      return `${touch.access} ${eventTarget(touch)}`
    case 'notification':
      return 'a notification'
    case 'result':
      return `the result of ${touch.call}`
    case 'secrets.get':
      return touch.name
    case 'mcp.call':
      return `${touch.server} ${touch.tool}`
    case 'plugin.run':
      return `the plugin ${touch.plugin}`
    default:
      return assertNever(touch, 'touchWord')
  }
}
