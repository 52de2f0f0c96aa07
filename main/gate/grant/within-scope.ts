// Pure. Whether a call stays within one scope of a capability. It does where everything that it
// touches is spoken of by the scope, and every limit of the scope is met by something: what a scope
// cannot tell is outside of it.
import { isOwnTouch } from '../../../contract/call/own-service.ts'
import { assertNever } from '../../../contract/never.ts'
import type { ScopeName } from '../../../contract/agent/scope.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { DecisionRequest } from '../decision-request.ts'
import { coversLine } from '../lease/command-cover.ts'
import { comparable } from '../path-glob.ts'
import { matchesHost } from '../touch-facts.ts'
import type { CompiledScope } from './compiled-grant.ts'
import { isNamedArgument, namedIn } from './named-in.ts'

type ScopedCall = Pick<DecisionRequest, 'manifest' | 'args' | 'touches' | 'phase'>

/** The first of its limits that the call goes beyond; null: it stays within. */
export function beyondScope(
  compiled: CompiledScope,
  request: ScopedCall,
  foldsCase: boolean,
): ScopeName | null {
  const names = Object.keys(compiled.scope) as ScopeName[]
  const written = names.filter((name) => compiled.scope[name] !== undefined)
  // What a command changed was decided as the command, but for where it wrote.
  const committed = request.phase?.kind === 'commit' && compiled.commands !== null
  const limits = committed
    ? written.filter((name) => name === 'paths' && request.touches.length > 0)
    : written
  for (const name of limits) if (!meets(name, compiled, request, foldsCase)) return name
  if (committed) return null
  const silent = request.touches.some(
    (touch) => !limits.some((name) => speaksOf(name, touch, request)),
  )
  return silent ? (written[0] ?? null) : null
}

/** Something meets the limit, and nothing of its kind goes beyond it. */
function meets(
  name: ScopeName,
  compiled: CompiledScope,
  { manifest, args, touches }: ScopedCall,
  foldsCase: boolean,
): boolean {
  if (isNamedArgument(name)) {
    const values = namedIn(name, args, touches)
    const allowed = compiled.scope[name] ?? []
    return values.length > 0 && values.every((value) => value.isIn(allowed))
  }
  const verdicts = touches.flatMap((touch) => verdict(name, compiled, touch, foldsCase) ?? [])
  const own = name === 'hosts' && touches.some((touch) => isOwnTouch(manifest, touch))
  return (verdicts.length > 0 || own) && verdicts.every(Boolean)
}

/** Null: such a touch is none of this limit's. */
function verdict(
  name: ScopeName,
  { paths, hosts, commands, scope }: CompiledScope,
  touch: CanonicalTouch,
  foldsCase: boolean,
): boolean | null {
  const placed = (path: string): boolean => {
    const own = comparable(path, foldsCase)
    return paths?.some((pattern) => pattern.matches(own)) === true
  }
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write':
      return name === 'paths' ? placed(touch.path) : null
    case 'proc.run':
      if (name === 'commands')
        return touch.terminal === undefined && coversLine(commands ?? [], touch)
      return name === 'paths' && commands !== null ? placed(touch.cwd) : null
    case 'net.fetch':
    case 'net.connect':
      return name === 'hosts'
        ? hosts?.some((host) => matchesHost(host, touch, 'https')) === true
        : null
    case 'mcp.call':
      return name === 'servers' ? scope.servers?.includes(touch.server) === true : null
    case 'memory':
    case 'schedule':
    case 'subagent':
    case 'record':
    case 'event':
    case 'notification':
    case 'result':
    case 'secrets.get':
    case 'plugin.run':
      return null
    default:
      return assertNever(touch, 'verdict')
  }
}

/** Whether a limit can tell of such a touch at all. */
function speaksOf(name: ScopeName, touch: CanonicalTouch, { manifest }: ScopedCall): boolean {
  switch (touch.kind) {
    case 'fs.read':
    case 'fs.write':
      return name === 'paths'
    case 'proc.run':
      return name === 'commands'
    case 'mcp.call':
      return name === 'servers'
    case 'net.fetch':
    case 'net.connect':
      // Where the tool's own service is asked, its arguments say about what.
      return name === 'hosts' || (isNamedArgument(name) && isOwnTouch(manifest, touch))
    case 'secrets.get':
      return isOwnTouch(manifest, touch)
    // No scope speaks of sub-agents and of plugins, so that one is in the way of starting any.
    case 'subagent':
    case 'result':
    case 'plugin.run':
      return false
    case 'memory':
    case 'schedule':
    case 'record':
    case 'event':
    case 'notification':
      return isNamedArgument(name)
    default:
      return assertNever(touch, 'speaksOf')
  }
}
