// What of a folder that was permitted to a module may be used: nothing on the STOP list, and nothing
// that other programs run or trust is written.
import { failure } from '../../../contract/failure.ts'
import { isGuarded } from '../../gate/touch-facts.ts'
import type { HeldFolderOptions } from '../../sandbox/wasi/held-folder.ts'
import type { ResolvedPath } from '../../sandbox/files/resolve-path.ts'

export const mountRules =
  (resolved: () => ResolvedPath): HeldFolderOptions['allows'] =>
  async (path, use) => {
    const found = await resolved()(path)
    if (!found.ok) return found.error
    if (found.value.zone === 'stop')
      return failure('path.stop', `${path} is on the STOP list: no plugin may touch it.`)
    return use !== 'read' && isGuarded(path)
      ? failure('path.guarded', `Other programs run or trust ${path}, so no plugin may change it.`)
      : null
  }
