// What a command would have mounted over itself in this workspace: as `mountsFor`, spots found first.
import { mountsFor, prepareProtectedPaths } from '../../../main/sandbox/files/protected-paths.ts'

export const protectedPathsIn = async (workspace: string) =>
  mountsFor(workspace, await prepareProtectedPaths(workspace))
