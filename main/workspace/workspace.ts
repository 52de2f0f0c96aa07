// The folder agents work in: where it is, and whether it is there. Makes the default one at first
// start, and no other.
import { chownSync, existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { makeOwnFolder, ORDINARY } from '../sandbox/linux/host-user.ts'

export type Workspace = { readonly path: string; readonly ready: boolean; readonly text: string }

const welcome = `# Your workspace

Agents that work through Gatehouse read and write here, and nowhere else unless you say so.
Choose another folder in Settings at any time.
`

/** The file that says so in a workspace that we made. */
export const GREETING = 'README.md'

/** Absolute; not looked at. */
export const pathOfWorkspace = (chosen: string | null, fallback: string): string =>
  chosen === null ? fallback : resolve(chosen.replace(/^~(?=$|[\\/])/, homedir()))

/** Whether a folder is there now. `isFolder`: what is known of it, null where nothing is there. */
export function inspectWorkspace(
  path: string,
  isFolder: boolean | null = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? null,
): Workspace {
  if (isFolder === null)
    return {
      path,
      ready: false,
      text: `${path} is not there. Choose another folder, or put it back.`,
    }
  return isFolder
    ? { path, ready: true, text: path }
    : { path, ready: false, text: `${path} is not a folder.` }
}

/**
 * Makes the default workspace with a short greeting in it. As root it is given to an ordinary
 * number, so that commands in it need not be root. What cannot be made shows as not ready; nothing
 * is thrown.
 */
export function makeDefaultWorkspace(path: string): void {
  if (existsSync(path)) return
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
    makeOwnFolder(path, 0o755)
    writeFileSync(join(path, GREETING), welcome, { flag: 'wx' })
    if (process.getuid?.() === 0) chownSync(join(path, GREETING), ORDINARY.uid, ORDINARY.gid)
  } catch {
    // lookAtWorkspace says on every screen that it is missing, and what to do.
    return
  }
}

/**
 * Patterns of rules are compared with real paths, so they start at the real workspace; one that is
 * gone has only its name.
 */
export function realWorkspace(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
