// The guarded spots of a throw-away view. Found in the workspace itself, for nothing may follow a path through the view
// from here; what must be seen there is then asked of the view.
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { findSpots } from './find-spots.ts'
import { mountsFor, type Guarded } from './protected-spots.ts'

/** @param look where the view of `workspace` (real path) can be seen from here */
export async function guardedInView(workspace: string, look: string): Promise<readonly Guarded[]> {
  const mounts = mountsFor(workspace, await findSpots(workspace))
  const seen = await Promise.all(
    mounts.map(async ({ path, readOnly }) => {
      const stat = await lstat(join(look, path.slice(workspace.length)), { bigint: true }).catch(() => null)
      if (stat === null || !(stat.isFile() || stat.isDirectory())) return []
      return [{ path, readOnly, identity: `${stat.dev}:${stat.ino}` }]
    }),
  )
  return seen.flat()
}
