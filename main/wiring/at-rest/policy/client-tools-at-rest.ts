// The own tools of clients that come by a hook, beside the tools of the registry, where no Gatehouse runs.
import { homedir } from 'node:os'
import type { Config } from '../../../../contract/policy/config/config.ts'
import { hookToolSource } from '../../../clients/hook/hook-tool-source.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { Policy } from '../../../gate/policy.ts'
import { openOwnPaths } from '../../../sandbox/files/own-paths.ts'
import { clientFolders } from '../../execution/client-folders.ts'
import { sha256 } from '../../sha256.ts'
import type { RegistryAtRest } from '../registry-at-rest.ts'

/** @param config that is in force, whatever is asked under. */
export function withClientTools(
  registry: RegistryAtRest,
  { gateway }: Pick<Config, 'gateway'>,
  { stop }: Pick<AppPaths, 'stop'>,
  policy: () => Policy,
): RegistryAtRest {
  const own = openOwnPaths(() => policy().everyStop)
  const source = hookToolSource({
    folders: (client) => gateway.clients[client]?.folders ?? [],
    zoneIn: clientFolders({ stop, own, home: homedir() }),
    sha256,
  })
  return {
    ...registry,
    get(name, asker) {
      const serves = source.kind === 'named' && asker !== undefined && source.serves(asker)
      const found = serves ? source.find(name) : null
      return found === null
        ? registry.get(name, asker)
        : { ...found, inputSchema: {}, reviewed: true, listed: false }
    },
  }
}
