// Whether a program is on the search path. Looked up again after a while, so that one that was
// installed meanwhile is found without a restart.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const HOLDS_MS = 10_000

export type InstalledDeps = {
  readonly path: () => string
  readonly now: () => number
  readonly platform: NodeJS.Platform
}

export function openInstalledPrograms({ path, now, platform }: InstalledDeps) {
  const known = new Map<string, { readonly is: boolean; readonly at: number }>()
  const ends = platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']
  return (name: string): boolean => {
    const before = known.get(name)
    if (before !== undefined && now() - before.at < HOLDS_MS) return before.is
    // A name with a slash is no name: it would be taken from the current folder.
    const is =
      /^[\w.+-]+$/.test(name) &&
      path()
        .split(delimiter)
        .filter(isAbsolute)
        .some((folder) => ends.some((end) => canRun(join(folder, name + end))))
    known.set(name, { is, at: now() })
    return is
  }
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
