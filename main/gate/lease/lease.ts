// Pure. Whether an earlier lease covers this call, and whether one can be given for it.
import { canonicalJson } from '../../../contract/json.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { workersOf } from '../../../contract/call/principal.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { Json } from '../../../contract/json.ts'
import { assertNever } from '../../../contract/never.ts'
import type { Manifest } from '../../../contract/call/manifest.ts'
import type { Tier } from '../../../contract/call/tier.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { coversAsShown, coversLine, coversParts, isExact, sameParts } from './command-cover.ts'
import { boundArgs, relaxesIsolation } from '../bound-args.ts'
import type { CompiledLease } from './compiled-lease.ts'
import { comparable } from '../path-glob.ts'
import { recipientsOf, unreached } from './external-lease.ts'
import type { DecisionRequest } from '../decision-request.ts'
import { leavesAllInPlace, makesEdits } from '../edits.ts'
import { matchesHost, touchKey } from '../touch-facts.ts'
import { staysAt } from './url-host.ts'

/**
 * Whether it concerns a call of this tool, or an edit, by this caller, in this session, now. What
 * was given for a command says nothing of what the command changed in a layer.
 */
export function concerns({ lease }: CompiledLease, request: DecisionRequest): boolean {
  const { principal, manifest, action, at, phase } = request
  if (lease.revokedAt !== null) return false
  const kind =
    lease.patterns.edits === true
      ? makesEdits(request)
      : phase === undefined && lease.tool === manifest.name && lease.action === action
  if (!kind) return false
  if (lease.session !== null && lease.session !== principal.session) return false
  if (lease.principal !== null && !isGivenTo(lease, principal)) return false
  if (lease.job !== undefined && (principal.kind !== 'schedule' || principal.job !== lease.job))
    return false
  if (lease.maxUses !== null && lease.uses >= lease.maxUses) return false
  return lease.expiresAt === null || at.epochMs < lease.expiresAt
}

/** As a lease keeps who may use it: of a sub-agent also whom it works for, since another agent may have one of the same name. */
export const givenTo = (principal: Principal): NonNullable<Lease['principal']> => ({
  kind: principal.kind,
  name: principal.name,
  ...(principal.kind === 'subagent' ? { chain: [...workersOf(principal).slice(1)] } : {}),
})

/** What frees is for just this caller and those it works for; what denies reaches all of that name. */
export const isGivenTo = (
  { principal: given, effect }: Pick<Lease, 'principal' | 'effect'>,
  asker: Principal,
): boolean =>
  given?.kind === asker.kind &&
  given.name === asker.name &&
  (asker.kind !== 'subagent' ||
    effect === 'deny' ||
    given.chain?.join('\0') === workersOf(asker).slice(1).join('\0'))

/**
 * Covers a call of its tool, action, caller and session that touches nothing beyond its limits.
 * Never R4, and never a commit that deletes or reaches a guarded path.
 */
export function covers(compiled: CompiledLease, request: DecisionRequest, tier: Tier): boolean {
  const { lease } = compiled
  const { manifest, touches, args } = request
  if (tier === 'R4' || lease.effect === 'deny') return false
  if (!concerns(compiled, request)) return false
  if (request.phase !== undefined && !leavesAllInPlace(request)) return false
  if (unreached(compiled, request) !== null) return false
  if (!compiled.args.every(([pointer, value]) => valueAt(args, pointer) === value)) return false
  if (!staysAt(lease.patterns.urlHosts, args)) return false
  if (
    relaxesIsolation(manifest, args) ||
    !boundArgs(manifest, args).every((pointer) => names(lease, pointer))
  )
    return false
  return touches.length > 0 && touches.every((touch) => reaches(compiled, touch))
}

/** One touch inside the limits. */
export function reaches(compiled: CompiledLease, touch: CanonicalTouch): boolean {
  // A command is covered as it was read when it was shown; one with a word that only the shell
  // knows is another each time.
  if (
    compiled.shown.has(touchKey(touch)) &&
    (touch.kind !== 'proc.run' || (isExact(touch) && wasShown(compiled, touch)))
  )
    return true
  const { paths, hosts, commands, parts, lines, lease, foldsCase } = compiled
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write': {
      if (paths.length === 0) return false
      if (touch.kind === 'fs.write' && lease.patterns.reads === true) return false
      const path = comparable(touch.path, foldsCase)
      return paths.some((pattern) => pattern.matches(path))
    }
    case 'net.fetch': {
      const { methods } = lease.patterns
      const method =
        methods.length === 0
          ? touch.method === 'GET' || touch.method === 'HEAD'
          : methods.includes(touch.method)
      // Whom it is handed on to is no part of a host: that is for just those who were shown.
      if (touch.recipients !== undefined) return false
      return method && hosts.some((host) => matchesHost(host, touch, 'https'))
    }
    case 'proc.run':
      // What a line means in a session hangs on what was typed there before.
      if (touch.terminal !== undefined) return false
      if (parts !== null) return coversParts(parts, lines, touch)
      // Limits that were set on a card mean the line it showed; those written by hand are a list.
      return lease.approvalId === null
        ? coversLine(commands, touch)
        : coversAsShown(commands, lines, touch)
    case 'net.connect':
      // What is done with a mail server is no connection of a command.
      return (
        touch.recipients === undefined && hosts.some((host) => matchesHost(host, touch, 'https'))
      )
    case 'mcp.call':
      return compiled.calls.some(
        (call) =>
          call === `${touch.server}/${touch.tool}` ||
          (touch.what !== undefined && call === `${touch.server}/*`),
      )
    case 'memory':
    case 'schedule':
    case 'subagent':
    case 'record':
    case 'event':
    case 'notification':
    case 'result':
    case 'secrets.get':
    case 'plugin.run':
      // Just the one that was shown.
      return false
    default:
      return assertNever(touch, 'reaches')
  }
}

const names = ({ args, patterns }: CompiledLease['lease'], pointer: string): boolean =>
  Object.hasOwn(args, pointer) || Object.hasOwn(patterns.args ?? {}, pointer)

const wasShown = (
  { lease }: CompiledLease,
  { command, cwd, parts }: CanonicalTouchOf<'proc.run'>,
): boolean =>
  lease.touches.some(
    (touch) =>
      touch.kind === 'proc.run' &&
      touch.command === command &&
      touch.cwd === cwd &&
      sameParts(touch.parts, parts),
  )

/**
 * Can an approval be made to last? Not for R4, not where the question comes from the flow of information
 * and nobody can name to whom, not by just the touches for a request that sends: its body is no part of them, and not for a
 * command with a part that is known only while it runs.
 */
export const leasable = (
  tier: Tier,
  by: string,
  touches: readonly CanonicalTouch[],
  external?: Manifest['external'],
): boolean =>
  tier !== 'R4' &&
  (by !== 'flow' || (external !== undefined && recipientsOf(external).length > 0)) &&
  touches.length > 0 &&
  touches.every((touch) =>
    touch.kind === 'proc.run'
      ? isExact(touch)
      : touch.kind === 'net.connect'
        ? touch.recipients === undefined
        : touch.kind !== 'net.fetch' || touch.method === 'GET' || touch.method === 'HEAD',
  )

/** Canonical JSON of what is there; null for nothing. */
export function valueAt(value: Json, pointer: readonly string[]): string | null {
  let at: Json | undefined = value
  for (const name of pointer) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, name)) return null
    at = (at as Readonly<Record<string, Json>>)[name]
  }
  return at === undefined ? null : canonicalJson(at)
}
