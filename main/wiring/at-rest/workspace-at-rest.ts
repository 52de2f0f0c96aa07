// The workspace as the next start has it: a start makes the default one where it is not there yet, and a
// look makes nothing.
import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { AppPaths } from '../../config/paths.ts'
import { followPath, type Followed } from '../../sandbox/files/follow-path.ts'
import { within, type ResolvedPath } from '../../sandbox/files/resolve-path.ts'
import {
  GREETING,
  inspectWorkspace,
  pathOfWorkspace,
  realWorkspace,
  type Workspace,
} from '../../workspace/workspace.ts'

/** `real`: its real path. `isToCome`: the next start makes it. */
export type WorkspaceAtRest = Workspace & { readonly real: string; readonly isToCome: boolean }

export function workspaceAtRest(
  { workspace: chosen }: Pick<Config, 'workspace'>,
  { defaultWorkspace }: Pick<AppPaths, 'defaultWorkspace'>,
): WorkspaceAtRest {
  const path = pathOfWorkspace(chosen, defaultWorkspace)
  return chosen === null && !isThere(path)
    ? { path, ready: true, text: path, real: realOfMissing(path), isToCome: true }
    : { ...inspectWorkspace(path), real: realWorkspace(path), isToCome: false }
}

/** The way to it as if it were there; null: it is there, or nothing makes it. */
export function followUpcoming({ real, isToCome }: WorkspaceAtRest): Followed | null {
  const found = isToCome ? followPath(real, real) : null
  return found?.ok === true ? { ...found.value, is: 'folder' } : null
}

/**
 * Paths in a workspace that the next start makes, as they are then: it and what is above it are folders,
 * and its greeting is there.
 */
export const withUpcoming =
  ({ real, isToCome }: WorkspaceAtRest, resolved: ResolvedPath): ResolvedPath =>
  async (path) => {
    const found = await resolved(path)
    if (!isToCome || !found.ok || found.value.is !== 'missing') return found
    const { path: at } = found.value
    const is = within(real, at) ? 'folder' : at === join(real, GREETING) ? 'file' : 'missing'
    return { ok: true, value: { ...found.value, is } }
  }

/** A link to nowhere is there: no start makes anything in its place. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** With the links of what is above it resolved. */
function realOfMissing(path: string): string {
  const above = dirname(path)
  if (above === path) return path
  return join(isThere(above) ? realWorkspace(above) : realOfMissing(above), basename(path))
}
