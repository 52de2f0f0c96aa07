// Reads how often and how long from the options of a command line.
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { Call } from './command.ts'

export type Limits = { readonly maxUses: number | null; readonly expiresInSeconds: number | null }

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 }
const longest = 31_536_000

/** --max-uses and --expires. Fails with `usage`. */
export function readLimits({ options }: Call): Result<Limits, Failure> {
  const uses = options.get('max-uses')
  if (uses !== undefined && !/^(?:[1-9]\d{0,3}|10000)$/.test(uses))
    return err(
      failure(
        'usage',
        '--max-uses needs a whole number from 1 to 10000.',
        'Such as: --max-uses 20',
      ),
    )
  const time = options.get('expires')
  const expiresInSeconds = time === undefined ? null : duration(time)
  if (time !== undefined && expiresInSeconds === null)
    return err(
      failure(
        'usage',
        '--expires needs a time such as 90s, 30m, 8h or 7d, at most one year.',
        'Such as: --expires 8h',
      ),
    )
  return ok({ maxUses: uses === undefined ? null : Number(uses), expiresInSeconds })
}

function duration(text: string): number | null {
  const [, count = '', unit = ''] = /^(\d{1,8})([smhd])$/.exec(text) ?? []
  const whole = Number(count) * (seconds[unit] ?? 0)
  return whole >= 1 && whole <= longest ? whole : null
}
