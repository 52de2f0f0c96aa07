// Throw-away views of a workspace: made, measured while they are written to, removed to the last
// file. Never decides what runs in one.
import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { RehearsalView } from '../../../contract/call/rehearsal.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { isAlive } from '../processes/process-liveness.ts'
import { openCoverFinder, type Cover, type OwnStop } from '../files/own-stop.ts'
import { copyTree } from './copy.ts'
import { overlayOn } from './overlay.ts'
import { scanTree, type Tree } from './tree.ts'

export type View = {
  readonly kind: RehearsalView
  /** Where what is in it can be looked at from here; links in it must not be followed. */
  readonly viewPath: string
  /**
   * The folder to mount in the workspace's place; null where `enter` leads to where that is so
   * already.
   */
  readonly source: string | null
  /** Where the sandbox finds its own files there; null: where they always are. */
  readonly helperFiles: string | null
  /** Where the recorder's socket is reached from there; null: there is none. */
  readonly socket: string | null
  /** Program and words to put before bubblewrap. */
  readonly enter: readonly string[]
  /**
   * What it was before anything ran in it, as its own files say: a copy has times and inodes of its
   * own.
   */
  readonly base: Tree
  /** Bytes on disk and number of files that were written so far, at least. */
  written(): Promise<{ readonly bytes: number; readonly files: number }>
  remove(): Promise<void>
}

export type Views = {
  /**
   * A view of `workspace` (real path), of which `tree` was seen. `helperFiles`: the sandbox's own files,
   * for a view that a command is to run in; null for one that only our own file powers reach, and
   * that is always a copy. Failures: those of `copyTree`, `rehearsal.too-large` (more than
   * `copyBytes` would have to be copied; null: nothing may be).
   */
  make(job: {
    readonly workspace: string
    readonly tree: Tree
    readonly copyBytes: number | null
    readonly helperFiles: string | null
    readonly socket: string | null
    readonly signal: AbortSignal
  }): Promise<Result<View, Failure>>
  /** Removes what earlier processes of ours left. */
  sweep(): Promise<void>
}

/** What the disk must have left beyond what is copied. */
const SPARE_BYTES = 1024 ** 3
const MOST_ENTRIES = 250_000

/**
 * `scratch`: a folder of ours for nothing else, made when first needed. `overlay` false: as where
 * the kernel has none.
 */
export function openViews({
  scratch,
  overlay = true,
  ownStop = () => [],
}: {
  readonly scratch: string
  readonly overlay?: boolean
  /** What is on it is not copied. */
  readonly ownStop?: OwnStop
}): Views {
  const findCovers = openCoverFinder(ownStop)
  return {
    async make({ workspace, tree, copyBytes, helperFiles: theirs, socket, signal }) {
      await mkdir(scratch, { recursive: true, mode: 0o700 })
      const folder = await mkdtemp(join(scratch, `${process.pid}-`))
      const space = await statfs(scratch)
      const bytesLeft = space.bavail * space.bsize - SPARE_BYTES
      const view = await (async (): Promise<Result<View, Failure>> => {
        if (bytesLeft < 0) return err(noSpace)
        const mounted =
          overlay && theirs !== null
            ? await overlayView(workspace, folder, tree, theirs, socket)
            : null
        if (mounted !== null) return ok(mounted)
        if (copyBytes === null || tree.bytes > copyBytes) return err(tooMuch)
        if (tree.bytes > bytesLeft) return err(noSpace)
        const covers = await findCovers(workspace)
        if (!covers.ok) return covers
        return copyView(workspace, folder, tree, covers.value, socket, signal)
      })()
      if (!view.ok) await removeFolder(folder)
      return view
    },
    sweep: () => sweepViews(scratch),
  }
}

async function overlayView(
  workspace: string,
  folder: string,
  base: Tree,
  helperFiles: string,
  socket: string | null,
): Promise<View | null> {
  const mounts = join(folder, 'overlay')
  await mkdir(mounts, { mode: 0o700 })
  const overlay = await overlayOn(workspace, mounts, helperFiles, socket)
  if (overlay === null) return null
  return {
    kind: 'overlay',
    viewPath: overlay.viewPath,
    source: overlay.source,
    helperFiles: overlay.helperFiles,
    socket: overlay.socket ?? socket,
    enter: overlay.enter,
    base,
    written: () => sizeOf(overlay.upper),
    remove: async () => {
      await overlay.end()
      await removeFolder(folder)
    },
  }
}

async function copyView(
  workspace: string,
  folder: string,
  tree: Tree,
  covers: readonly Cover[],
  socket: string | null,
  signal: AbortSignal,
): Promise<Result<View, Failure>> {
  const copy = join(folder, 'copy')
  const copied = await copyTree(workspace, copy, tree, covers, signal)
  if (!copied.ok) return copied
  const base = await scanTree(copy, MOST_ENTRIES)
  if (!base.ok) return base
  const before = await sizeOf(copy)
  return ok({
    kind: copied.value,
    viewPath: copy,
    source: copy,
    helperFiles: null,
    socket,
    enter: [],
    base: base.value,
    written: async () => {
      const now = await sizeOf(copy)
      return { bytes: now.bytes - before.bytes, files: now.files - before.files }
    },
    remove: () => removeFolder(folder),
  })
}

export async function sizeOf(folder: string): Promise<{ bytes: number; files: number }> {
  const seen = await scanTree(folder, MOST_ENTRIES)
  return seen.ok
    ? { bytes: seen.value.bytes, files: seen.value.entries.size }
    : { bytes: Infinity, files: Infinity }
}

/**
 * By the system's own program: what ran may have left folders deeper than any path may be long, or
 * without permissions.
 */
/** Removes the folders of views that nobody uses any more: of this process, and of those that have ended. */
export async function sweepViews(scratch: string): Promise<void> {
  for (const name of await readdir(scratch).catch(() => [])) {
    const pid = /^(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid))))
      await removeFolder(join(scratch, name))
  }
}

export async function removeFolder(folder: string): Promise<void> {
  const run = (file: string, args: readonly string[]): Promise<boolean> =>
    new Promise((resolve) =>
      execFile(file, [...args, '--', folder], { env: {}, cwd: '/' }, (error) =>
        resolve(error === null),
      ),
    )
  if (await run('/bin/rm', ['-rf', '--one-file-system'])) return
  await run('/bin/chmod', ['-R', 'u+rwX'])
  if (await run('/bin/rm', ['-rf', '--one-file-system'])) return
  await rm(folder, { recursive: true, force: true })
}

const noSpace = failure(
  'rehearsal.no-space',
  'The disk has no space for a throw-away copy of the workspace.',
  'Free some disk space.',
)
const tooMuch = failure(
  'rehearsal.too-large',
  'The workspace is too large to be copied for a rehearsal.',
  'Decide by the card.',
)
