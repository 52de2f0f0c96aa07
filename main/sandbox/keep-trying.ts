// Says when the sandbox is tried: once at the start, and again where it failed for a reason that
// may pass (no descriptors or memory left, a machine under load). Never says that something holds:
// that is what the trial gives.
import { allAre } from './protections.ts'
import { nothing, type SandboxStatus } from './sandbox-status.ts'

/**
 * How long after a trial that failed for a passing reason the next one is made; longer each time.
 */
const AGAIN_MS = 5000
/** How many times the usual time a later trial may take. */
const MOST_TIMEOUT = 2

export type KeepTrying = {
  /** Settled when it was tried for the first time; never rejects. */
  readonly first: Promise<void>
  status(): SandboxStatus
  /** Nobody knows yet. */
  trying(): boolean
  /** When something is to be started: waits for the trial under way, or makes one that is due. */
  whenIdle(): Promise<void>
  /** Makes no more, and gives what is last to be removed. */
  end(): Promise<SandboxStatus>
}

/** @param againMs for tests */
export function keepTrying(
  trial: (timeout: number) => Promise<SandboxStatus>,
  {
    closing,
    changed,
    againMs = AGAIN_MS,
  }: { readonly closing: AbortSignal; readonly changed: () => void; readonly againMs?: number },
): KeepTrying {
  const missing = (detail: string, how: string): SandboxStatus =>
    nothing(allAre('missing', detail, how))
  let status = missing('It is still being tried.', 'Wait a moment.')
  let trying = false
  let again = false
  let tries = 0
  let last = 0
  let later: NodeJS.Timeout | undefined

  const tryNow = async (): Promise<void> => {
    trying = true
    tries += 1
    const before = status
    try {
      status = await trial(Math.min(tries, MOST_TIMEOUT))
      again = status.passing
    } catch (error) {
      again = isPassing(error)
      status = missing(
        `The sandbox could not be tested: ${String(error)}`,
        'Run `gatehouse doctor`.',
      )
    }
    trying = false
    last = performance.now()
    await before.remove().catch(() => {})
    if (tries > 1) changed()
    if (again && !closing.aborted)
      later = setTimeout(() => void tryAgain(), againMs * tries).unref()
  }
  const first = tryNow()
  let ready = first
  const tryAgain = (): Promise<void> => {
    if (trying || !again || closing.aborted) return ready
    clearTimeout(later)
    ready = tryNow()
    return ready
  }
  return {
    first,
    status: () => status,
    trying: () => trying,
    async whenIdle() {
      await ready
      // Not with every call: a machine that is only busy would be kept so.
      if (again && performance.now() - last >= againMs) await tryAgain()
    },
    async end() {
      clearTimeout(later)
      await ready
      const left = status
      status = nothing(left.protections)
      return left
    },
  }
}

/**
 * EINVAL and EBADF: what starting a process gives where a descriptor to be handed on lies at the
 * very limit.
 */
export const isPassing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ENOSPC'].includes(String(error.code)) ||
    ('syscall' in error &&
      String(error.syscall).startsWith('spawn') &&
      ['EINVAL', 'EBADF'].includes(String(error.code))))
