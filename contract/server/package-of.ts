// Whether a server is started from a package, and whether that was fetched. Pure.
import { exactVersion, packageCommand, type PackageCommand } from './package-command.ts'
import type { PinnedPackage } from './package.ts'
import type { ServerConfig } from './server.ts'

/** What a server's command would fetch; null where it fetches nothing that can be pinned. */
export function packageOf(config: ServerConfig): PackageCommand | null {
  if (config.transport !== 'stdio') return null
  const read = packageCommand(config.command, config.args)
  return read.kind === 'package' ? read : null
}

/** What is there is what the command names. Any version counts where the command leaves the choice. */
export function isPinned(command: PackageCommand, pinned: PinnedPackage | undefined): boolean {
  if (pinned === undefined || pinned.source !== command.source) return false
  const exact = exactVersion(command)
  return (
    packageName(command) === packageName(pinned) && (exact === null || exact === pinned.version)
  )
}

/** It cannot start before its package was fetched. */
export function needsFetch(config: ServerConfig): boolean {
  const command = packageOf(config)
  return (
    command !== null &&
    !isPinned(command, config.transport === 'stdio' ? config.package : undefined)
  )
}

/** Python names differ in signs that mean nothing, and may say which extras are wanted. */
export const packageName = ({ source, name }: Pick<PackageCommand, 'source' | 'name'>): string =>
  source === 'npm'
    ? name
    : name
        .replace(/\[.*$/, '')
        .toLowerCase()
        .replaceAll(/[-_.]+/g, '-')
