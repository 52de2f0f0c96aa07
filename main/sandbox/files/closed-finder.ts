// What commands must not change, and what they must not see, in a folder that is shown to them.
import type { Failure } from '../../../contract/failure.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { openProtectedPathFinder, ProtectedPaths } from './find-protected-paths.ts'
import type { Cover, openCoverFinder } from './own-stop.ts'
import { mountsFor, prepareProtectedPaths, withHolders, type Guarded } from './protected-paths.ts'

export type Closed = {
  readonly protectedPaths: ProtectedPaths
  readonly covers: readonly Cover[]
  readonly guarded: readonly Guarded[]
}

type Finders = {
  readonly findCovers: ReturnType<typeof openCoverFinder>
  readonly findProtectedPaths: ReturnType<typeof openProtectedPathFinder>
}

export function closedFinder({ findCovers, findProtectedPaths }: Finders) {
  /** @param view that it is shown in; left out: the folder itself */
  return async (
    folder: string,
    view?: { readonly staged?: boolean },
  ): Promise<Result<Closed, Failure>> => {
    const covers = await findCovers(folder)
    if (!covers.ok) return covers
    // Nothing of it is real: what it did to guarded paths is judged when it has ended.
    if (view?.staged === true) {
      const guarded = withHolders(folder, [], covers.value)
      return ok({ protectedPaths: { found: [], complete: true }, covers: covers.value, guarded })
    }
    const protectedPaths =
      view === undefined
        ? await prepareProtectedPaths(folder, findProtectedPaths)
        : await findProtectedPaths(folder)
    const guarded = mountsFor(folder, protectedPaths)
    return guarded.ok
      ? ok({
          protectedPaths,
          covers: covers.value,
          guarded: withHolders(folder, guarded.value, covers.value),
        })
      : guarded
  }
}
