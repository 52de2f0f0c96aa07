// Says which folders a command may run in and a program may be shown, just before it starts. Never
// starts anything.
import { realpath } from 'node:fs/promises'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ProcessRequest } from '../../../contract/call/powers/run-power.ts'
import { err, type Result } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { ResolvedPath } from '../files/resolve-path.ts'
import { stopPathsInside, type StopList } from '../files/stop-list.ts'

export async function whereToRun(
  request: ProcessRequest,
  permitted: readonly CanonicalTouch[],
  resolved: ResolvedPath,
  stopList: StopList,
): Promise<Result<{ readonly cwd: string; readonly workspace: string }, Failure>> {
  const [cwd, root] = await Promise.all([resolved(request.cwd), resolved('.')])
  if (!cwd.ok) return cwd
  if (!root.ok) return root
  const real = root.value.path
  if (cwd.value.zone !== 'workspace')
    return err(
      failure(
        'path.outside',
        `The folder ${request.cwd} is not in the workspace.`,
        'Commands run inside the workspace only.',
      ),
    )
  const allowed = permitted.some(
    (touch) =>
      touch.kind === 'proc.run' &&
      touch.command === request.command &&
      touch.cwd === cwd.value.path,
  )
  if (!allowed)
    return err(
      failure(
        'command.outside-permit',
        'This command in this folder is not what the call was allowed.',
      ),
    )
  if (cwd.value.is !== 'folder')
    return err(failure('path.not-folder', `There is no folder ${request.cwd}.`))
  const closed = await stopPathsInside(real, stopList)
  if (closed !== null) {
    return err(
      failure(
        'sandbox.workspace',
        `Commands do not run in ${real}, because ${closed} lies in it.`,
        'Choose a folder of its own as workspace.',
      ),
    )
  }
  return { ok: true, value: { cwd: cwd.value.path, workspace: real } }
}

/**
 * Why a program must not be shown `path`, or null. Its own folder may lie in Gatehouse's, which are
 * closed to all else.
 */
export async function mayBeShown(
  path: string,
  resolved: ResolvedPath,
  stopList: StopList,
  own: boolean,
): Promise<Failure | null> {
  const refuse = (why: string): Failure =>
    failure('sandbox.path', `A program cannot be shown ${path}: ${why}.`)
  const real = await realpath(path).catch(() => null)
  if (real === null) return refuse('it is not there')
  if (real !== path) return refuse('it is not an absolute real path')
  const closed = await stopPathsInside(path, stopList)
  if (closed !== null) return refuse(`${closed} lies in it`)
  if (own) return null
  const found = await resolved(path)
  if (!found.ok) return found.error
  return found.value.zone === 'stop' ? refuse('it is closed to everything') : null
}
