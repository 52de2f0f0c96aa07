// One grant more for a server. Pure.
import type { MissedGrant } from './missed-grant.ts'
import type { ServerConfig } from './server.ts'

/** The configuration with just that in addition; as it is where it has it, or is no program. */
export function withGrant(config: ServerConfig, grant: MissedGrant): ServerConfig {
  if (config.transport === 'http') return config
  switch (grant.kind) {
    case 'read':
      return config.folders.some((folder) => folder.path === grant.path)
        ? config
        : { ...config, folders: [...config.folders, { path: grant.path, write: false }] }
    case 'write':
      return {
        ...config,
        folders: [
          ...config.folders.filter((folder) => folder.path !== grant.path),
          { path: grant.path, write: true },
        ],
      }
    case 'host':
      return config.hosts.includes(grant.host)
        ? config
        : { ...config, hosts: [...config.hosts, grant.host] }
    case 'sockets':
      return { ...config, sockets: true }
  }
}
