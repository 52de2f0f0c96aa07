// Servers that come from other clients' files and links, and go to them.
import { existsSync, readFileSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { ok } from '../../../contract/result.ts'
import { ClientFormat } from '../../../contract/server/server-review.ts'
import { filesOf, type HostFacts } from '../../clients/import-export/client-files.ts'
import { readLink } from '../../clients/import-export/deep-link.ts'
import { scanners } from '../../wiring/execution/servers/scanners.ts'
import { exportServers } from './export-servers.ts'
import { importServers } from './import-servers.ts'
import type { ServersServiceDeps } from './servers-service-deps.ts'

export function importExportServers({
  servers,
  config,
  credentials,
  workspace,
}: Pick<ServersServiceDeps, 'servers' | 'config' | 'credentials' | 'workspace'>): {
  readonly found: TopicHandlers<'servers'>['servers.found']
  readonly readLink: TopicHandlers<'servers'>['servers.read-link']
  readonly importFrom: TopicHandlers<'servers'>['servers.import']
  readonly exportTo: TopicHandlers<'servers'>['servers.export']
} {
  const hostFacts = (): HostFacts => ({
    home: homedir(),
    platform: platform(),
    env: process.env,
    workspace: workspace(),
  })

  return {
    found: async () =>
      ok(
        ClientFormat.options.flatMap((from) => {
          const files = filesOf(from, hostFacts()).filter((file) => existsSync(file))
          return files.length === 0 ? [] : [{ from, files }]
        }),
      ),
    readLink: async ({ link }) => readLink(link),
    importFrom: (given, { surface }) =>
      importServers(given, {
        config,
        credentials,
        secrets: scanners.secrets,
        read: readIfThere,
        hostFacts: hostFacts(),
        async added(name) {
          servers.follow()
          return servers.added(name, surface)
        },
      }),
    exportTo: async (wanted) => exportServers(config.current().servers, wanted),
  }
}

/** Null: there is no such file. Throws where it cannot be read. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    )
      return null
    throw error
  }
}
