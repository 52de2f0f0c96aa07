// Where a plugin finds the folders that it was granted. The same folders have the same names in every
// call, in whatever order they are granted, and two of one name never meet.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { GrantedMount } from '../../../contract/plugin/request.ts'

export const WORKSPACE = '/workspace'

/** Absolute real path, and whether it may be written to. */
export type Granted = { readonly path: string; readonly write: boolean }

/**
 * The workspace at `/workspace`; what else may be written at `/write/<name>`, and what may only be
 * read at `/read/<name>`.
 */
export function mountsOf(
  workspace: string | null,
  granted: readonly Granted[],
): readonly GrantedMount[] {
  const wanted = new Map<string, boolean>()
  for (const { path, write } of granted) wanted.set(path, write || (wanted.get(path) ?? false))
  const named = [...wanted].map(([path, write]) => ({
    path,
    write,
    folder: write ? '/write' : '/read',
    name: basename(path) || 'root',
  }))
  // One that looks like a name with a mark could be that of another.
  const crowded = ({ folder, name, path }: (typeof named)[number]): boolean =>
    MARKED.test(name) ||
    named.some((other) => other.path !== path && other.folder === folder && other.name === name)
  return named
    .map((each) => ({
      hostPath: each.path,
      guestPath:
        each.path === workspace
          ? WORKSPACE
          : `${each.folder}/${each.name}${crowded(each) ? `-${markOf(each.path)}` : ''}`,
      readOnly: !each.write,
    }))
    .toSorted((one, other) => (one.guestPath < other.guestPath ? -1 : 1))
}

const MARKED = /-[0-9a-f]{12}$/
/** Long enough that no two folders of one machine share it, and that nobody has it in a name. */
const markOf = (path: string): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 12)

/** Where it works: what it is told, and for a program where it is. */
export const cwdOf = (mounts: readonly GrantedMount[]): string =>
  mounts.some(({ guestPath }) => guestPath === WORKSPACE) ? WORKSPACE : '/tmp'
