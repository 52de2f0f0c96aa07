// The folders that a person listed for a client, each as a workspace of its own.
import type { Zone } from '../../../contract/call/touch.ts'
import type { OwnPaths } from '../../sandbox/files/follow-path.ts'
import { resolvePath, type ResolvedPath } from '../../sandbox/files/resolve-path.ts'

export type ClientFoldersDeps = {
  readonly stop: readonly string[]
  readonly own: OwnPaths
  readonly home: string
}

/** The zone of a path when the folder is the workspace; null where the path leads nowhere. */
export function clientFolders({
  stop,
  own,
  home,
}: ClientFoldersDeps): (folder: string, path: string) => Promise<Zone | null> {
  const known = new Map<string, ResolvedPath>()
  return async (folder, path) => {
    const resolvedWorkspace =
      known.get(folder) ??
      resolvePath({
        workspace: folder.replace(/^~(?=$|[/\\])/, () => home),
        stop,
        home,
        own,
      })
    known.set(folder, resolvedWorkspace)
    const found = await resolvedWorkspace(path)
    return found.ok ? found.value.zone : null
  }
}
