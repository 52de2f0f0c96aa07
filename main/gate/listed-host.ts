// Pure. Entries of an allowlist made ready, and whether one names a request whole.
import type { RuleHost } from '../../contract/policy/allowed-host.ts'
import { readHostPattern } from '../../contract/policy/host-pattern.ts'
import type { HostRule } from '../../contract/policy/host-pattern.ts'
import type { CanonicalTouchOf, Method } from '../../contract/call/touch.ts'
import { matchesHost } from './touch-facts.ts'
import type { Unwritten } from './touch-facts.ts'

export type ListedHost = {
  readonly host: HostRule
  readonly methods: readonly Method[]
  readonly maxBytes: number
}

/** What a name alone on the allowlist means. */
const justLooking = {
  methods: ['GET', 'HEAD'] satisfies Method[],
  maxBytes: Number.POSITIVE_INFINITY,
}

export function listedHost(entry: RuleHost): ListedHost {
  const { host, methods, maxBytes } =
    typeof entry === 'string' ? { ...justLooking, host: entry } : entry
  return { host: readHostPattern(host), methods, maxBytes }
}

/** Who looks sends no body, as far as is known; of any other request the size has to be. */
export const bodyOf = ({ bytes, method }: CanonicalTouchOf<'net.fetch'>): number | null =>
  bytes ?? (method === 'GET' || method === 'HEAD' ? 0 : null)

/**
 * By scheme, host, port and method, and as large as it may be. A size that is not known is within a
 * bound only for `any`, which is for callers that refuse.
 */
export function namesRequest(
  { host, methods, maxBytes }: ListedHost,
  touch: CanonicalTouchOf<'net.fetch'>,
  unwritten: Unwritten,
): boolean {
  const bytes = bodyOf(touch)
  return (
    methods.includes(touch.method) &&
    (bytes === null ? unwritten === 'any' : bytes <= maxBytes) &&
    matchesHost(host, touch, unwritten)
  )
}
