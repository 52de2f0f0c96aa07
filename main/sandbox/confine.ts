// Owns running one command line inside the sandbox, once it is known how to build one here. Never decides what is run.
import { randomUUID } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { failure, type Failure } from '../../contract/failure.ts'
import type { ProcessEnd } from '../../contract/powers.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { bubblewrapArguments, type Inside } from './bubblewrap.ts'
import { runChild, type ChildJob } from './child.ts'
import type { ControlGroup } from './control-group.ts'
import type { Prepared } from './machine.ts'
import { errorCode } from './walk.ts'

/** A rehearsal: the command sees `source` in the workspace's place, or starts by `enter`, which leads to where that is so. */
export type Elsewhere = { readonly source: string | null; readonly enter: readonly string[] }

export type Bounds = Pick<ChildJob, 'timeMs' | 'keep' | 'signal' | 'onOutput'>

/** `group`: the one it shall be in; left out, one of its own where the machine has them. */
export async function runInside(
  { machine, filter, nothing, groups }: Prepared,
  inside: Omit<Inside, 'seccompFd' | 'verify'>,
  bounds: Bounds,
  group?: ControlGroup | null,
  elsewhere?: Elsewhere,
): Promise<Result<ProcessEnd, Failure>> {
  let opened: FileHandle | null = null
  let held: ControlGroup | null = null
  try {
    // Opened anew each time: bubblewrap reads to the end, and the place of reading belongs to the opened file.
    opened = filter === null ? null : await open(`/proc/self/fd/${filter.fd}`, 'r')
    held = group === undefined && groups !== null ? await groups.make() : null
    const within = group ?? held
    const verify = inside.guarded.length === 0 ? null : `gatehouse-${randomUUID()}`
    const source = elsewhere?.source ?? inside.workspace
    const args = bubblewrapArguments(machine, { ...inside, source, verify, seccompFd: opened === null ? null : 3 })
    const [file = machine.bwrap, ...words] = [...(elsewhere?.enter ?? []), machine.bwrap, ...args]
    const program = within === null ? { file, args: words } : within.enter(file, words)
    const ended = await runChild({ ...program, descriptor: opened?.fd ?? null, nothing: nothing.fd, ...bounds })
    if (verify !== null && ended.ok && ended.value.stderr.includes(verify)) {
      return err(failure('path.changed', 'Another command changed the workspace while this one was started.', 'Try again.'))
    }
    return ended.ok ? notBuilt(ended.value) : ended
  } catch (error) {
    // Too many open files, or a control group that cannot be made any more: without its walls nothing is run.
    if (errorCode(error) === '') throw error
    return err(failure('sandbox.spawn', `The sandbox could not be built (${errorCode(error)}).`, 'Look at `gatehouse doctor`.'))
  } finally {
    await Promise.all([opened?.close(), held?.remove()])
  }
}

/**
 * Bubblewrap says so on standard error when it cannot build what it was told, and ends with 1, as the command might. A
 * command that imitates this only has its own end reported as a failure.
 */
function notBuilt(value: ProcessEnd): Result<ProcessEnd, Failure> {
  const said = /^bwrap: ([^\n]*)\n$/.exec(value.stderr)?.[1]
  if (said === undefined || value.stdoutBytes > 0 || value.end.kind !== 'exited' || value.end.code !== 1) return ok(value)
  return err(failure('sandbox.spawn', `The sandbox could not be built (${said}).`, 'Look at `gatehouse doctor`.'))
}
