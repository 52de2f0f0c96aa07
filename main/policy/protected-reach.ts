// Counts the protected files that a lease's paths reach, in the workspace and in each folder
// outside it, without naming them. Calls that write these still ask.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lease } from '../../contract/approval/lease.ts'
import type { ProtectedPathCount } from '../../contract/policy/simulation.ts'
import { compileLease } from '../gate/lease/compiled-lease.ts'
import { comparable, type PathPattern, type PathRoots } from '../gate/path-glob.ts'
import {
  findProtectedPaths,
  openProtectedPathFinder,
} from '../sandbox/files/find-protected-paths.ts'

/** More than a person would read; a store of a version control system can hold any number. */
const MOST_FILES = 5_000
/** A person waits for the count: of a larger folder it says that there may be more. */
const MOST_FOLDERS_OUTSIDE = 20_000

/** Null where the lease has no limits of paths. */
export async function protectedReach(
  lease: Lease,
  roots: PathRoots,
): Promise<ProtectedPathCount | null> {
  const { paths, guardedNames } = compileLease(lease, roots)
  if (paths.length === 0) return null
  const outside = openProtectedPathFinder(MOST_FOLDERS_OUTSIDE)
  const checks = await Promise.all([
    findProtectedPaths(roots.workspace),
    ...foldersOf(paths, comparable(roots.workspace, roots.foldsCase)).map((folder) =>
      outside(folder),
    ),
  ])
  const complete = checks.every((look) => look.complete)
  const files = new Set<string>()
  const reached = (path: string): boolean =>
    paths.some((pattern) => pattern.matches(comparable(path, roots.foldsCase))) &&
    !guardedNames.some((names) => names(path))
  for (const { path, kind, is } of checks.flatMap(({ found }) => found)) {
    if (kind !== 'spot') continue
    for (const file of is === 'folder' ? await filesIn(path) : [path])
      if (reached(file)) files.add(file)
    if (files.size > MOST_FILES) return { files: MOST_FILES, complete: false }
  }
  return { files: files.size, complete }
}

/**
 * Where patterns begin that lead out of the workspace; of two that lie in each other the outer one.
 */
function foldersOf(paths: readonly PathPattern[], workspace: string): readonly string[] {
  const starts = paths.map(({ prefix }) => (prefix === '' ? '/' : prefix))
  const inside = (path: string, folder: string): boolean =>
    path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
  const out = [...new Set(starts)].filter((path) => !inside(path, workspace))
  return out.filter((path) => !out.some((other) => other !== path && inside(path, other)))
}

/**
 * A protected folder counts by its files; an empty one by itself, since a file can be made in it.
 */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.flatMap((entry) =>
    entry.isDirectory() ? [] : [join(entry.parentPath, entry.name)],
  )
  return files.length === 0 ? [join(folder, 'new')] : files
}
