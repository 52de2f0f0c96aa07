// How a channel is answered where no Gatehouse runs.
import type { Failure } from '../../../../contract/failure.ts'
import type { Input, IpcChannel } from '../../../../contract/ipc/ipc.ts'
import type { Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { CliContext } from '../cli-context.ts'

/** Null where only the whole can answer. */
export type AnswersAtRest = {
  readonly [C in IpcChannel]?: (
    context: CliContext,
    paths: AppPaths,
    input: Input<C>,
    only: string | undefined,
  ) => Promise<Result<unknown, Failure> | null>
}
