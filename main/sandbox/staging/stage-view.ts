// The throw-away view that a staged command runs in: a layer of the kernel over the workspace, or,
// where there is none, a copy of a small one.
import { chmod, lstat, mkdir, mkdtemp, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { ORDINARY, staysRoot } from '../linux/host-user.ts'
import { copyTree } from '../rehearsal/copy.ts'
import { overlayOn } from '../rehearsal/overlay.ts'
import { scanTree, stateOf, type Tree } from '../rehearsal/tree.ts'
import { removeFolder, sizeOf, type View } from '../rehearsal/view.ts'
import type { Runner } from '../runner-powers.ts'

type Seen = {
  /** The workspace, and where what the command saw can be looked at. Absolute paths. */
  readonly root: string
  readonly view: string
  /** Epoch milliseconds, from before anything was mounted or copied. */
  readonly since: number
}
/** What a command wrote, while it can be read: in a layer of its own, or at these paths of a copy. */
export type StagedLayer =
  | (Seen & { readonly upper: string })
  | (Seen & {
      readonly paths: readonly string[]
      readonly given: { readonly uid: number; readonly gid: number } | null
    })

export type StageView = Pick<
  View,
  'viewPath' | 'source' | 'helperFiles' | 'socket' | 'enter' | 'written'
> & {
  /**
   * For a view that waited: changes that others made until now are no conflict. False: the workspace
   * is another than the one it was opened over, or there is no room left, and it is of no use.
   */
  renew(): Promise<boolean>
  /** When the command has ended. */
  layer(): Promise<Result<StagedLayer, Failure>>
  end(): Promise<void>
}

export type StageViewOptions = {
  readonly runner: Pick<Runner, 'helperFiles'>
  /** A folder of ours for nothing else. */
  readonly scratch: string
  /** False: as where the kernel lets us have no overlay. */
  readonly overlay?: boolean
}

/** What the disk must have left. */
const SPARE_BYTES = 1024 ** 3
/** A copy takes time with every command: above these there is none. */
export const copied = { entries: 5_000, bytes: 128 * 1024 * 1024 } as const
/** What a command may leave in a copy and still be compared. */
const MOST_ENTRIES = 250_000

/**
 * Failures: `stage.overlay` (no layer can be laid over it here, and it is too large to be copied),
 * `stage.no-space`, and those of `copyTree`.
 */
export async function openStageView(
  workspace: string,
  socket: string | null,
  signal: AbortSignal,
  { runner, scratch, overlay = true }: StageViewOptions,
): Promise<Result<StageView, Failure>> {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const left = await spaceLeft(scratch)
  if (left < 0) return err(noSpace)
  const folder = await mkdtemp(join(scratch, `${process.pid}-`))
  let since = await stampOf(folder)
  const before = await identityOf(workspace)
  const helperFiles = runner.helperFiles()
  const laid =
    helperFiles === null || !overlay
      ? null
      : await overlayOn(workspace, folder, helperFiles, socket)
  if (laid !== null) {
    const { viewPath, source, enter, upper } = laid
    return ok({
      viewPath,
      source,
      enter,
      helperFiles: laid.helperFiles,
      socket: laid.socket,
      written: () => sizeOf(upper),
      async renew() {
        await chmod(folder, 0o700)
        since = await stampOf(folder)
        return (await spaceLeft(scratch)) >= 0 && (await identityOf(workspace)) === before
      },
      layer: async () => ok({ root: workspace, upper, view: viewPath, since }),
      async end() {
        await laid.end()
        await removeFolder(folder)
      },
    })
  }
  const copy = await copyInto(join(folder, 'copy'), workspace, since, left, signal)
  if (!copy.ok) {
    await removeFolder(folder)
    return copy
  }
  return ok({ ...copy.value, socket, end: () => removeFolder(folder) })
}

/** Whether a view of it could be opened at all, found out without copying anything. */
export async function couldOpen(
  workspace: string,
  { runner, scratch, overlay = true }: StageViewOptions,
): Promise<boolean> {
  const helperFiles = runner.helperFiles()
  if (overlay && helperFiles !== null) {
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    const folder = await mkdtemp(join(scratch, `${process.pid}-`))
    try {
      const laid = await overlayOn(workspace, folder, helperFiles, null)
      await laid?.end()
      if (laid !== null) return true
    } finally {
      await removeFolder(folder)
    }
  }
  return canBeCopied(await scanTree(workspace, copied.entries))
}

/** What could not be seen would be missing in the copy, and a command would find it gone. */
const canBeCopied = (tree: Result<Tree, Failure>): tree is { ok: true; value: Tree } =>
  tree.ok && tree.value.unseen.length === 0 && tree.value.bytes <= copied.bytes

async function copyInto(
  copy: string,
  workspace: string,
  since: number,
  left: number,
  signal: AbortSignal,
): Promise<Result<Omit<StageView, 'socket' | 'end'>, Failure>> {
  const tree = await scanTree(workspace, copied.entries)
  if (!canBeCopied(tree)) return err(noOverlay)
  if (tree.value.bytes > left) return err(noSpace)
  const filled = await copyTree(workspace, copy, tree.value, signal)
  if (!filled.ok) return filled
  const base = await scanTree(copy, MOST_ENTRIES)
  if (!base.ok) return base
  const before = await sizeOf(copy)
  return ok({
    viewPath: copy,
    source: copy,
    helperFiles: null,
    enter: [],
    renew: async () => false,
    async written() {
      const now = await sizeOf(copy)
      return { bytes: now.bytes - before.bytes, files: now.files - before.files }
    },
    async layer() {
      const after = await scanTree(copy, MOST_ENTRIES)
      if (!after.ok) return after
      if (after.value.unseen.length > 0) return err(unseen)
      const paths = changedPaths(base.value, after.value)
      const given = staysRoot(workspace) ? ORDINARY : null
      return ok({ root: workspace, view: copy, since, paths, given })
    },
  })
}

const spaceLeft = async (scratch: string): Promise<number> => {
  const { bavail, bsize } = await statfs(scratch)
  return bavail * bsize - SPARE_BYTES
}

/** Now, epoch milliseconds, by the clock that stamps the files it is compared with. */
const stampOf = async (folder: string): Promise<number> => Math.floor((await lstat(folder)).ctimeMs)

/** Which folder it is, and whose: a layer is given the same rights. Empty: it is not there. */
const identityOf = (workspace: string): Promise<string> =>
  lstat(workspace, { bigint: true }).then(
    ({ dev, ino, mode, uid, gid }) => [dev, ino, mode, uid, gid].join(' '),
    () => '',
  )

/** The time of the last change of an inode cannot be set by a program: equal means untouched. */
function changedPaths({ entries: before }: Tree, { entries: after }: Tree): readonly string[] {
  const changed = [...before].flatMap(([path, was]) => {
    const now = after.get(path)
    if (now !== undefined && String(stateOf(was)) === String(stateOf(now))) return []
    return [path]
  })
  return [...changed, ...[...after.keys()].filter((path) => !before.has(path))]
}

const noSpace = failure(
  'stage.no-space',
  'There is too little room on the disk to keep what the command would write.',
  'Free some disk space.',
)
const noOverlay = failure(
  'stage.overlay',
  'No layer can be laid over this workspace, and it is too large to be copied for each command.',
)
const unseen = failure(
  'stage.unseen',
  'The command left folders that cannot be looked into, so what it changed is not known.',
)
