// Why commands are not tried in a copy of the workspace here, in one sentence with the way to fix it:
// the one source of the status strip, Settings, Policy, `gatehouse doctor` and the card of a command
// that therefore needs approval before it has run.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { Protection } from '../../../contract/protection.ts'
import { weakness } from '../../sandbox/rehearsal/eligibility.ts'
import { copied } from '../../sandbox/staging/stage-view.ts'

export type UntriedFacts = {
  readonly platform: string
  /** What holds on this machine. */
  readonly protections: readonly Protection[]
  /** Gatehouse keeps its own data inside the workspace. */
  readonly ownInside: boolean
  /** No layer could be laid over the workspace when it was tried last, and it is too large to copy. */
  readonly refused: boolean
}

/** Null: they are. */
export function untried({
  platform,
  protections,
  ownInside,
  refused,
}: UntriedFacts): Failure | null {
  if (platform !== 'linux')
    return failure(
      'stage.system',
      'Commands are not tried in a copy first: that needs the Linux kernel.',
      'Run Gatehouse on Linux; on Windows in WSL 2.',
    )
  const weak = weakness(protections, 'automatic')
  if (weak !== null)
    return failure(
      'stage.weak',
      `Commands are not tried in a copy first: the sandbox is incomplete. ${weak.text.slice(weak.text.indexOf(': ') + 2)}`,
      weak.hint,
    )
  if (ownInside)
    return failure(
      'stage.own',
      'Commands are not tried in a copy first: Gatehouse keeps its own data inside the workspace.',
      'Choose another workspace in Settings.',
    )
  if (refused)
    return failure(
      'stage.large',
      `Commands are not tried in a copy first: the kernel gives no overlay over this workspace, and it holds more than ${copied.entries.toLocaleString('en')} files or ${copied.bytes / 1024 ** 2} MB, too much to copy for each command.`,
      'Let the folder belong to an ordinary user, on a kernel from 5.11 on and a local disk; or choose a smaller workspace.',
    )
  return null
}
