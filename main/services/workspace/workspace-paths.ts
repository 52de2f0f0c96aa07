// Names of the workspace for a field in which a path is being typed. Each folder is listed only
// where the gate would let an agent list it without asking, and by the same power; nothing outside
// the workspace is ever named.
import type { FolderEntry, ReadPower } from '../../../contract/call/powers/file-power.ts'
import type { Decision } from '../../../contract/policy/decision.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'

export type WorkspacePathDeps = {
  /** What the gate says of listing a folder. */
  readonly evaluate: (folder: string) => Promise<Result<Decision, Failure>>
  readonly reader: (permitted: readonly CanonicalTouch[]) => Pick<ReadPower, 'list'>
}

/** Paths of the workspace that fit what is being typed; folders end in a slash. */
export type CompletePath = (
  text: string,
  limit: number,
) => Promise<Result<{ paths: string[]; more: boolean }, Failure>>

/**
 * Folders looked into for one answer. A name is searched for below only where it was not found at
 * once.
 */
const MOST_FOLDERS = 60
/** Entries of one folder that are looked at. */
const MOST_ENTRIES = 2_000
/** Folders that hold what others made: named, but not searched. */
const skipped = new Set(['node_modules', 'target', 'dist', 'build', 'vendor', '__pycache__'])

export function workspacePaths({ evaluate, reader }: WorkspacePathDeps): CompletePath {
  async function list(folder: string): Promise<Result<readonly FolderEntry[], Failure>> {
    const evaluated = await evaluate(folder === '' ? '.' : folder)
    if (!evaluated.ok) return evaluated
    const { effect, touches } = evaluated.value
    if (
      effect !== 'allow' ||
      touches.some((touch) => touch.kind !== 'fs.read' || touch.zone !== 'workspace')
    )
      return err(closed)
    const listed = await reader(touches).list(folder === '' ? '.' : folder)
    return listed.ok ? ok(listed.value.slice(0, MOST_ENTRIES)) : listed
  }

  return async (text, limit) => {
    if (/^[/\\~]|^[a-zA-Z]:/.test(text) || text.split('/').includes('..'))
      return ok({ paths: [], more: false })
    const folder = text.slice(0, text.lastIndexOf('/') + 1)
    const typed = text.slice(folder.length).toLowerCase()
    const here = await list(folder)
    if (!here.ok) return here
    const seen = here.value.filter(({ name }) => !name.startsWith('.') || typed.startsWith('.'))
    const found = ranked(seen, typed).map((entry) => folder + shown(entry))
    const below =
      typed.length < 2 || typed.startsWith('.')
        ? []
        : await searchBelow(seen, folder, typed, limit + 1 - found.length)
    const all = [...found, ...below]
    return ok({ paths: all.slice(0, limit), more: all.length > limit })
  }

  /** Folder by folder, the nearest first. */
  async function searchBelow(
    top: readonly FolderEntry[],
    folder: string,
    typed: string,
    most: number,
  ): Promise<string[]> {
    const found: string[] = []
    const queue = top.filter(searched).map(({ name }) => `${folder}${name}/`)
    for (let scanned = 0; scanned < MOST_FOLDERS && found.length < most; scanned++) {
      const next = queue.shift()
      if (next === undefined) break
      const listed = await list(next)
      if (!listed.ok) continue
      found.push(
        ...ranked(listed.value, typed)
          .filter(({ name }) => !name.startsWith('.'))
          .map((entry) => next + shown(entry)),
      )
      queue.push(...listed.value.filter(searched).map(({ name }) => `${next}${name}/`))
    }
    return found
  }
}

const searched = ({ is, name }: FolderEntry): boolean =>
  is === 'folder' && !name.startsWith('.') && !skipped.has(name)
const shown = ({ is, name }: FolderEntry): string => (is === 'folder' ? `${name}/` : name)

/**
 * What begins with it before what has it further on; folders and files in the order of their names.
 */
function ranked(entries: readonly FolderEntry[], typed: string): readonly FolderEntry[] {
  const usable = entries.filter(
    ({ is, name }) => (is === 'file' || is === 'folder') && !/[\p{Cc}\p{Cf}\ufffd]/u.test(name),
  )
  const rankOf = ({ name }: FolderEntry): number => name.toLowerCase().indexOf(typed)
  const begins = usable.filter((entry) => rankOf(entry) === 0)
  return [...begins, ...usable.filter((entry) => rankOf(entry) > 0)]
}

const closed = failure(
  'workspace.closed',
  'Listing this folder needs approval, so its names are not suggested.',
  'Type the path whole.',
)
