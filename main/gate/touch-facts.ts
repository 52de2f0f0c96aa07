// Pure. The keys by which rules look up a touch.
import type { HostRule } from '../../contract/policy/host-pattern.ts'
import { guardOf } from '../../contract/policy/paths/guarded-path.ts'
import { assertNever } from '../../contract/never.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../contract/call/touch.ts'

/** The host itself, then `*.` and each of the names it lies below. */
export function hostKeys(host: string): readonly string[] {
  const keys = [host]
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1))
    keys.push(`*.${host.slice(dot + 1)}`)
  return keys
}

export type HostTouch = CanonicalTouchOf<'net.fetch' | 'net.connect'>

export const namesHost = (touch: CanonicalTouch): touch is HostTouch =>
  touch.kind === 'net.fetch' || touch.kind === 'net.connect'

/**
 * What a pattern without a scheme means: `https` where it opens something, `any` where it closes
 * something.
 */
export type Unwritten = 'https' | 'any'

/** @param ports where given, they are used for a pattern that has no port. */
export function matchesHost(
  rule: HostRule,
  touch: HostTouch,
  unwritten: Unwritten,
  ports?: readonly number[],
): boolean {
  const scheme = rule.scheme ?? (unwritten === 'https' ? 'https:' : null)
  if (touch.kind === 'net.fetch' && scheme !== null && !touch.url.startsWith(scheme)) return false
  const port =
    rule.port === null
      ? (ports?.includes(touch.port) ?? isDefaultPort(touch, scheme))
      : rule.port === touch.port
  if (!port) return false
  if (!rule.below) return rule.host === touch.host
  // A wildcard never reaches an address or a local name: those count only where written out.
  return touch.reach === 'public' && touch.host.endsWith(`.${rule.host}`)
}

/**
 * A connection has no scheme: the ports of both are used for a pattern that closes something and
 * has none either.
 */
function isDefaultPort(touch: HostTouch, scheme: HostRule['scheme']): boolean {
  if (touch.kind === 'net.fetch') return touch.port === (touch.url.startsWith('http:') ? 80 : 443)
  return (scheme !== 'http:' && touch.port === 443) || (scheme !== 'https:' && touch.port === 80)
}

/**
 * What makes two touches the same thing reached: of a file that is handed on, its content. Whether a file is there already (`is`) and how
 * much is written are left out: the first write of a lease creates the file.
 */
export function touchKey(touch: CanonicalTouch): string {
  switch (touch.kind) {
    case 'fs.read':
      return JSON.stringify([
        touch.kind,
        touch.path,
        touch.zone,
        ...(touch.content === undefined ? [] : [touch.content.sha256]),
      ])
    case 'fs.write':
      return JSON.stringify([touch.kind, touch.path, touch.zone])
    case 'net.fetch':
      return JSON.stringify([
        touch.kind,
        touch.method,
        touch.url,
        touch.reach,
        touch.listed,
        ...(touch.recipients === undefined ? [] : [touch.recipients]),
        ...(touch.below === true ? ['below'] : []),
      ])
    case 'proc.run':
      return JSON.stringify([
        touch.kind,
        touch.command,
        touch.cwd,
        touch.zone,
        ...(touch.terminal === undefined ? [] : [touch.terminal]),
      ])
    case 'net.connect':
      return JSON.stringify([
        touch.kind,
        touch.host,
        touch.port,
        touch.reach,
        touch.listed,
        ...(touch.recipients === undefined ? [] : [touch.recipients]),
      ])
    case 'memory':
      return JSON.stringify([touch.kind, touch.access])
    case 'schedule':
      return JSON.stringify([touch.kind, touch.access, touch.job])
    case 'subagent':
      return JSON.stringify([touch.kind, touch.access, touch.agent, touch.tools, touch.delegates])
    case 'record':
      return JSON.stringify([touch.kind, touch.of, touch.access, touch.record])
    case 'event':
      return JSON.stringify([touch.kind, touch.access, touch.event])
    case 'notification':
      return JSON.stringify([touch.kind])
    case 'result':
      return JSON.stringify([touch.kind, touch.call])
    case 'secrets.get':
      return JSON.stringify([touch.kind, touch.name])
    case 'mcp.call':
      return JSON.stringify([
        touch.kind,
        touch.server,
        touch.tool,
        ...(touch.what === undefined ? [] : [touch.what]),
      ])
    case 'plugin.run':
      return JSON.stringify([touch.kind, touch.plugin, touch.digest])
    default:
      return assertNever(touch, 'touchKey')
  }
}

export const sameTouches = (a: readonly CanonicalTouch[], b: readonly CanonicalTouch[]): boolean =>
  a.length === b.length &&
  a.every((touch, at) => touchKey(touch) === touchKey(b[at] as CanonicalTouch))

/** Does a path lie where other programs look for what to run? See `guardOf`. */
export const isGuarded = (path: string): boolean => guardOf(path) !== null

/**
 * The one question of tiers and of coverage: does this touch write where other programs look for
 * what to run?
 */
export const writesGuarded = (touch: CanonicalTouch): touch is CanonicalTouchOf<'fs.write'> =>
  touch.kind === 'fs.write' && isGuarded(touch.path)

/** What it would write, nobody knows before it has run. */
export const writesUnseen = ({ kind }: CanonicalTouch): boolean =>
  kind === 'proc.run' || kind === 'mcp.call' || kind === 'plugin.run'
