// Pure. Scopes of a call that reads or writes files: just these, their folder, the folder of the
// workspace they lie in, the workspace.
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { LeasePatterns } from '../../../contract/approval/lease.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { readingOnly } from './reading-only.ts'
import type { Proposal, ScopeFacts } from './scope-facts.ts'

/** Names in a sentence; the touches of a standing answer hold all of them. */
const MOST_NAMED = 3
/** More folders than that are no place that a person has in mind. */
const MOST_FOLDERS = 3

export function pathScopes(
  files: readonly CanonicalTouchOf<'fs.read' | 'fs.write'>[],
  { workspace, edits = false }: ScopeFacts,
): readonly Proposal[] {
  const paths = [...new Set(files.map(({ path }) => path))]
  const verb = edits ? 'edits' : files.every(({ kind }) => kind === 'fs.read') ? 'reads' : 'writes'
  const named = (path: string): string =>
    path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path
  const patternsOf = (globs: readonly string[]): LeasePatterns =>
    readingOnly(
      { ...noPatterns, paths: [...globs], ...(edits ? { edits: true as const } : {}) },
      files,
    )
  const inFolders = (folders: readonly string[]): Proposal => ({
    patterns: patternsOf(folders.map((folder) => `${folder}/**`)),
    text: `${verb} in ${folders.map((folder) => `${named(folder)}/`).join(', ')}`,
  })
  const parents = unique(paths.map((path) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))))
  const inside = paths.every((path) => path.startsWith(`${workspace}/`))
  const tops = inside
    ? unique(paths.map((path) => `${workspace}/${named(path).split('/')[0] ?? ''}`))
    : []
  const isPlace = (folders: readonly string[]): boolean =>
    folders.length > 0 &&
    folders.length <= MOST_FOLDERS &&
    !folders.some((folder) => folder === '' || folder === workspace || paths.includes(folder))
  const wider = [
    ...(isPlace(parents) ? [inFolders(parents)] : []),
    ...(isPlace(tops) && tops.join('\n') !== parents.join('\n') ? [inFolders(tops)] : []),
    ...(inside
      ? [{ patterns: patternsOf([`${workspace}/**`]), text: `${verb} anywhere in the workspace` }]
      : []),
    // A name with a wildcard in it cannot be written as a pattern that means just that name.
  ].filter(({ patterns }) =>
    patterns.paths.every((path) => path.length <= 1024 && !/[*?]/.test(path.slice(0, -3))),
  )
  const names = paths.slice(0, MOST_NAMED).map(named).join(', ')
  const rest = paths.length - MOST_NAMED
  const what = `${names}${rest > 0 ? ` and ${rest} more` : ''}`
  return [
    {
      patterns: patternsOf([]),
      exact: true,
      text: edits ? `edits of ${what}` : `${verb} of ${what}`,
    },
    ...wider,
  ]
}

const unique = (all: readonly string[]): readonly string[] => [...new Set(all)]
