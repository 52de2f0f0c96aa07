// The Node that runs our own scripts in processes of their own.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type NodeProgram = {
  readonly file: string
  /** What it needs in its environment, and nothing else. */
  readonly env: Readonly<Record<string, string>>
  /** Where the built scripts are that it can read; null: beside those that run now. */
  readonly scripts: string | null
}

/**
 * This very Node. The installed app is no Node and cannot be made one (docs/packaging.md): it brings
 * one along, with the scripts outside of its archive. Electron from a clone plays Node when told so.
 */
export function nodeProgram(
  { execPath, platform, versions, resourcesPath }: ThisProcess = process,
  isThere: (file: string) => boolean = existsSync,
): NodeProgram {
  if (versions['electron'] === undefined) return { file: execPath, env: {}, scripts: null }
  const folder = join(resourcesPath ?? '', 'cli')
  const file = join(folder, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  return resourcesPath !== undefined && isThere(file)
    ? { file, env: {}, scripts: join(folder, 'out', 'main') }
    : { file: execPath, env: { ELECTRON_RUN_AS_NODE: '1' }, scripts: null }
}

/** `resourcesPath`: Electron's own. */
type ThisProcess = Pick<NodeJS.Process, 'execPath' | 'platform'> & {
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly resourcesPath?: string
}
