// Watches the free space on the disks of the folders that a plugin may write, while it runs: one file is
// bounded by the sandbox, many files together are bounded here. Measures the disk, so what others write at the same
// time counts too; the bound is far above what a call writes.
import { statfs } from 'node:fs/promises'
import { letGo } from '../../../contract/let-go.ts'

export type DiskBounds = {
  readonly bytes: number
  /** Files and folders, where the disk counts them. */
  readonly files: number
}

/** What a disk may lose during one call. */
export const DISK_BOUNDS: DiskBounds = { bytes: 4 * 1024 ** 3, files: 500_000 }
/** A fast disk takes half a gigabyte meanwhile. */
const EVERY_MS = 200

type FreeSpace = { readonly bytes: number; readonly files: number }

/** `over` is called once. Gives what ends the watch. Never throws. */
export function watchDisk(
  folders: readonly string[],
  bounds: DiskBounds,
  over: () => void,
): () => void {
  if (folders.length === 0) return () => {}
  let before: readonly (FreeSpace | null)[] | null = null
  let timer: NodeJS.Timeout | null = null
  let ended = false
  const look = async (): Promise<void> => {
    const now = await Promise.all(folders.map(freeSpaceOf))
    if (ended) return
    before ??= now
    if (before.some((space, at) => isOver(space, now[at] ?? null, bounds))) return over()
    timer = setTimeout(() => void look(), EVERY_MS).unref()
  }
  letGo(look())
  return () => {
    ended = true
    if (timer !== null) clearTimeout(timer)
  }
}

async function freeSpaceOf(folder: string): Promise<FreeSpace | null> {
  try {
    const { bfree, bsize, ffree } = await statfs(folder)
    return { bytes: bfree * bsize, files: ffree }
  } catch {
    // It was moved or taken away meanwhile.
    return null
  }
}

const isOver = (
  before: FreeSpace | null,
  now: FreeSpace | null,
  { bytes, files }: DiskBounds,
): boolean =>
  before !== null &&
  now !== null &&
  (before.bytes - now.bytes > bytes || before.files - now.files > files)
