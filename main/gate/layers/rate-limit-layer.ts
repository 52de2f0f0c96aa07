// Pure. How often a caller may call, and a tool be called.
import { ruling } from './case.ts'
import type { Case, Ruling } from './case.ts'

export function limited({ request: { manifest, used }, policy }: Case): Ruling | null {
  const own = policy.tools[manifest.name]?.rateLimits
  const perSession = stricterLimit(manifest.rateLimits.perSession, own?.perSession)
  const perMinute = stricterLimit(manifest.rateLimits.perMinute, own?.perMinute)
  if (policy.perMinute > 0 && (used.all ?? 0) >= policy.perMinute) {
    return ruling(
      'deny',
      'rate-limit',
      'caller',
      'rate.caller',
      `This caller may make ${policy.perMinute} calls a minute, and has reached that limit.`,
    )
  }
  const over =
    perSession > 0 && used.session >= perSession
      ? 'session'
      : perMinute > 0 && used.minute >= perMinute
        ? 'minute'
        : null
  if (over === null) return null
  const limit = over === 'session' ? perSession : perMinute
  return ruling(
    'deny',
    'rate-limit',
    over,
    `rate.${over}`,
    `${manifest.title} may be called ${limit} times a ${over}, and has reached that limit.`,
  )
}

/** Zero is no limit; of two limits the lower one holds. */
const stricterLimit = (declared: number, own: number | undefined): number =>
  own === undefined || own === 0 ? declared : declared === 0 ? own : Math.min(declared, own)
