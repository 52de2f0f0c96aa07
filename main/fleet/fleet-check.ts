// A check of all machines that goes on while nobody waits for it. What the last whole one found is
// kept until the program ends.
import type { FleetCheck, MachineCheck } from '../../contract/fleet/state.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'
import type { VerifyProgress } from './verify-fleet.ts'

export type FleetChecking = {
  state(): FleetCheck
  /** One at a time; another start while one goes on does nothing. */
  start(): void
  stop(): void
}

export type FleetCheckDeps = {
  /** `stopped` is asked between pieces of work; a check that was stopped has found nothing. */
  readonly verify: (
    tell: (progress: VerifyProgress) => void,
    signal: AbortSignal,
  ) => Promise<Result<readonly MachineCheck[], Failure>>
  readonly now: () => number
  readonly report: (fault: unknown) => void
}

export function fleetChecking({ verify, now, report }: FleetCheckDeps): FleetChecking {
  let running: FleetCheck['running'] = null
  let stopping: AbortController | null = null
  let last: FleetCheck['last'] = null
  let failed: FleetCheck['failed'] = null

  async function check(stop: AbortController): Promise<void> {
    const mine = (): boolean => stopping === stop
    try {
      const checks = await verify((progress) => {
        if (mine()) running = progress
      }, stop.signal)
      if (!mine()) return
      if (checks.ok) last = { at: now(), checks: [...checks.value] }
      else failed = checks.error
    } finally {
      if (mine()) {
        running = null
        stopping = null
      }
    }
  }

  return {
    state: () => ({ running, last, failed }),
    start() {
      if (stopping !== null) return
      stopping = new AbortController()
      failed = null
      running = { machine: null, done: 0, of: 0, rows: 0 }
      void check(stopping).catch(report)
    },
    stop() {
      stopping?.abort()
      stopping = null
      running = null
    },
  }
}
