// Runs each attempt of a program from what was read to its report: refused, within its bounds, or carried
// out. The one who closes the proxy waits for all, so that the journal of a call is whole when the call
// ends.
import { letGo } from '../../../contract/let-go.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import { codeOf, shown } from '../fault.ts'
import type { openBudget, ProxyAttempt, ProxyLimits } from './proxy-attempt.ts'
import { refusalOf, type ProxyMode } from './proxy-grant.ts'
import type { Wanted } from './proxy-request.ts'

type Reported = Pick<ProxyAttempt, 'allowed' | 'failure' | 'bytesUp' | 'bytesDown'>

export const nothingCarried = { allowed: false, bytesUp: 0, bytesDown: 0 } as const

export type ProxyAttemptsDeps = {
  readonly mode: ProxyMode
  readonly limits: ProxyLimits
  readonly budget: ReturnType<typeof openBudget>
  /** Every attempt, once, when it is over. Must not throw. */
  readonly onAttempt: (attempt: ProxyAttempt) => void
}

export type ProxyAttempts = {
  /** `deny` tells the program, `go` does the work. Returns at once. */
  run(
    how: ProxyAttempt['how'],
    written: string,
    wanted: Result<Wanted, Failure>,
    deny: (why: Failure) => void,
    go: (wanted: Wanted) => Promise<Reported>,
  ): void
  /** Resolves when each was told. */
  idle(): Promise<unknown>
}

export function openProxyAttempts({
  mode,
  limits,
  budget,
  onAttempt,
}: ProxyAttemptsDeps): ProxyAttempts {
  let running = 0
  const pending = new Set<Promise<void>>()
  const tryOnce = async (
    ...[how, written, wanted, deny, go]: Parameters<ProxyAttempts['run']>
  ): Promise<void> => {
    if (!budget.attempt())
      return deny(
        failure(
          'proxy.too-many',
          `This program has tried more than ${limits.attempts} connections.`,
        ),
      )
    const notify = (reported: Reported): void => onAttempt({ host, port, how, ...reported })
    const { host, port } = wanted.ok ? wanted.value : { host: shown(written), port: 0 }
    const no = wanted.ok ? refusalOf(mode, wanted.value) : wanted.error
    if (no !== null || !wanted.ok) {
      if (no !== null) deny(no)
      return notify({ ...nothingCarried, failure: no })
    }
    // One connection can carry many requests at once, so this is counted beside the connections.
    if (running >= limits.connections) {
      const full = failure(
        'proxy.too-many',
        `This program has ${limits.connections} connections open, which is all it may.`,
      )
      deny(full)
      return notify({ ...nothingCarried, failure: full })
    }
    running += 1
    try {
      notify(await go(wanted.value))
    } catch (thrown) {
      // A bug here must not end Gatehouse, nor leave the attempt unreported.
      const fault = failure(
        'proxy.fault',
        `The connection broke inside Gatehouse (${codeOf(thrown)}).`,
      )
      deny(fault)
      notify({ ...nothingCarried, failure: fault })
    } finally {
      running -= 1
    }
  }

  return {
    run(...asked) {
      const tried = tryOnce(...asked)
      pending.add(tried)
      letGo(tried.finally(() => pending.delete(tried)))
    },
    idle: () => Promise.allSettled(pending),
  }
}
