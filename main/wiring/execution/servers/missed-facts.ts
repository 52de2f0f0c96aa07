// What of this machine decides whether a place can be granted to a server: whether it is there, and
// whether it is closed to everybody.
import { realpath, stat } from 'node:fs/promises'
import type { MissedFacts } from '../../../mcp/missed-grants.ts'
import type { OwnPaths } from '../../../sandbox/files/follow-path.ts'
import { resolvePath } from '../../../sandbox/files/resolve-path.ts'
import { openStopList } from '../../../sandbox/files/stop-list.ts'
import { mayBeShown } from '../../../sandbox/processes/where-to-run.ts'

export function missedFacts({
  stop,
  home,
  own,
}: {
  /** Gatehouse's own folders. */
  readonly stop: readonly string[]
  readonly home: string
  /** The person's own STOP list. */
  readonly own: OwnPaths
}): MissedFacts {
  const stopList = openStopList({ stop, home })
  const resolved = resolvePath({ workspace: home, stop, home, own })
  return {
    async found(path) {
      const real = await realpath(path).catch(() => null)
      const is = real === null ? null : await stat(real).catch(() => null)
      if (real === null || is === null || !(is.isDirectory() || is.isFile())) return null
      return { real, folder: is.isDirectory() }
    },
    mayBeShown: async (real) => (await mayBeShown(real, resolved, stopList, false)) === null,
  }
}
