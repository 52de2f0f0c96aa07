// What holds of what may be run here, and why something may not start now.
import { failure, type Failure } from '../../contract/failure.ts'
import type { Protection } from '../../contract/protection.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { enforcedBy } from './enforced.ts'
import type { KeepTrying } from './keep-trying.ts'
import { staysRoot } from './linux/host-user.ts'
import { isClosing } from './linux/run-by.ts'
import { asRoot } from './protections.ts'
import type { Enforced } from './runner-powers.ts'
import type { SandboxStatus } from './sandbox-status.ts'

export type RunnerStatusDeps = {
  /** The sandbox of this machine. */
  readonly tried: KeepTrying
  /** What runs commands in the workspace itself. */
  readonly inForce: () => KeepTrying
  /** Undefined: there is none. */
  readonly workspaceNow: () => string | undefined
  readonly closing: AbortSignal
}

export type RunnerStatus = {
  seen(): readonly Protection[]
  enforced(requires?: readonly string[]): Enforced
  /** Waits for the trial. `place` left out: what runs commands in the workspace itself. */
  statusFor(
    requires?: readonly string[],
    place?: KeepTrying,
  ): Promise<Result<SandboxStatus['by'], Failure>>
  /** Finds out whether commands in a workspace of root's own have to be root. */
  learnWorker(workspace?: string): Promise<void>
}

export function runnerStatus({
  tried,
  inForce,
  workspaceNow,
  closing,
}: RunnerStatusDeps): RunnerStatus {
  /** What is about servers and plugins is the sandbox's, whatever runs commands. */
  const withLocal = (protections: readonly Protection[]): readonly Protection[] =>
    protections.map((each) =>
      each.id === 'second-wall'
        ? (tried.status().protections.find(({ id }) => id === each.id) ?? each)
        : each,
    )

  /** What the trial saw applies to a workspace that is not root's alone. */
  const seen = (place = inForce()): readonly Protection[] => {
    const workspace = workspaceNow()
    const protections = withLocal(place.status().protections)
    const { by } = place.status()
    if (workspace === undefined || !staysRoot(workspace)) return protections
    if (by.kind === 'bubblewrap' && by.profiles.mapped(workspace)) return protections
    const [detail, how] = asRoot
    return protections.map((each) =>
      each.id === 'outer-user' && each.state === 'enforced'
        ? { ...each, state: 'missing', detail, how }
        : each,
    )
  }
  /** Finds out whether commands in a workspace of root's own have to be root. */
  const learnWorker = async (workspace = workspaceNow()): Promise<void> => {
    await tried.whenIdle()
    const { by } = tried.status()
    if (workspace !== undefined && by.kind === 'bubblewrap' && staysRoot(workspace))
      await by.profiles.worker(workspace)
  }
  const enforced = (requires: readonly string[] = [], place = inForce()): Enforced =>
    enforcedBy(
      { trying: place.trying(), protections: seen(place), by: place.status().by },
      requires,
    )

  /** Why something may not start now, or what holds it. */
  const statusFor = async (
    requires: readonly string[] = [],
    place = inForce(),
  ): Promise<Result<SandboxStatus['by'], Failure>> => {
    await place.whenIdle()
    const state = enforced(requires, place)
    if (!state.ok) return err(failure('sandbox.missing', state.text, state.how))
    return closing.aborted ? err(isClosing()) : ok(place.status().by)
  }

  return { seen, enforced, statusFor, learnWorker }
}
