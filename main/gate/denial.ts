// Pure. Does a lasting denial apply to this call? It does where the call contains anything of its
// scope: the denied command among others of a line, or a write in the folder among other places.
import { concernsLine } from '../../contract/policy/command-concern.ts'
import { assertNever } from '../../contract/never.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../contract/call/touch.ts'
import type { CompiledLease } from './lease/compiled-lease.ts'
import type { DecisionRequest } from './decision-request.ts'
import { concerns, reaches, valueAt } from './lease/lease.ts'
import { sameParts } from './lease/command-cover.ts'
import { touchKey } from './touch-facts.ts'
import { mayBeAt } from './lease/url-host.ts'

/** Of several the first by id, as for those that allow. */
export function firstDenial(request: DecisionRequest): Lease | null {
  let found: Lease | null = null
  for (const candidate of request.leases) {
    const { lease } = candidate
    if ((found === null || lease.id < found.id) && denies(candidate, request)) found = lease
  }
  return found
}

const denies = (compiled: CompiledLease, request: DecisionRequest): boolean =>
  compiled.lease.effect === 'deny' &&
  concerns(compiled, request) &&
  compiled.args.every(([pointer, value]) => valueAt(request.args, pointer) === value) &&
  mayBeAt(compiled.lease.patterns.urlHosts, request.args) &&
  request.touches.some((touch) => holds(compiled, touch))

function holds(compiled: CompiledLease, touch: CanonicalTouch): boolean {
  switch (touch.kind) {
    case 'proc.run':
      return holdsLine(compiled, touch)
    case 'net.connect':
      // A command is denied by its line; where it connects to is no scope of its own.
      return false
    case 'fs.read':
    case 'fs.write':
    case 'net.fetch':
    case 'mcp.call':
    case 'plugin.run':
    case 'memory':
    case 'schedule':
    case 'subagent':
    case 'record':
    case 'event':
    case 'notification':
    case 'result':
    case 'secrets.get':
      return compiled.shown.has(touchKey(touch)) || reaches(compiled, touch)
    default:
      return assertNever(touch, 'holds')
  }
}

/**
 * Just the line that was shown, or any line in which each of the denied commands is found, in
 * whatever way it is spelled or reached.
 */
function holdsLine(
  { lease, lines, parts }: CompiledLease,
  touch: CanonicalTouchOf<'proc.run'>,
): boolean {
  const there = touch.parts ?? []
  const denied = (parts ?? []).filter(({ more }) => more)
  if (denied.length > 0) return denied.every(({ words }) => concernsLine(words.join(' '), there))
  return (
    lease.patterns.parts === undefined &&
    lines.some(
      (line) =>
        line.command === touch.command ||
        (there.length > 0 && sameParts(line.parts, there) && line.cwd === touch.cwd),
    )
  )
}
