// The guarded spots of a throw-away view. Found in the workspace itself, for nothing may follow a
// path through the view from here; what must be seen there is then asked of the view.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Guarded } from '../files/protected-paths.ts'

/**
 * @param mounts those of `workspace` (real path)
 * @param viewPath where the view of it can be seen from here
 */
export async function guardedInView(
  workspace: string,
  viewPath: string,
  mounts: readonly Guarded[],
): Promise<readonly Guarded[]> {
  const seen = await Promise.all(
    mounts.map(async ({ path, readOnly }) => {
      const stat = await lstat(join(viewPath, path.slice(workspace.length)), {
        bigint: true,
      }).catch(() => null)
      if (stat === null || !(stat.isFile() || stat.isDirectory())) return []
      return [{ path, readOnly, identity: `${stat.dev}:${stat.ino}` }]
    }),
  )
  return seen.flat()
}
