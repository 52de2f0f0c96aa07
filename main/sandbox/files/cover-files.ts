// The two things of ours that cover what a command must not see: an empty file and an empty folder
// that nobody may open, and where they are mounted. Decides nothing.
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Shown } from '../linux/bubblewrap.ts'
import type { Cover } from './own-stop.ts'

const names = { file: 'closed-file', folder: 'closed-folder' } as const

/** Made in a folder of ours. */
export function makeClosed(created: string): void {
  writeFileSync(join(created, names.file), '', { mode: 0 })
  mkdirSync(join(created, names.folder), { mode: 0 })
}

/**
 * The folder they were made in, with all that is in it: what may not be opened cannot be listed for
 * removal either.
 */
export async function removeWithClosed(created: string): Promise<void> {
  await rmdir(join(created, names.folder)).catch(() => {})
  await rm(created, { recursive: true, force: true })
}

/** `created`: where the folder is seen by anyone who mounts. */
export const shownCovers = (covers: readonly Cover[], created: string): readonly Shown[] =>
  covers.map(({ path, is }) => ({ from: join(created, names[is]), at: path, readOnly: true }))

/** What has to be seen at each cover from inside. `created`: where the folder really is. */
export function coverIdentities(
  covers: readonly Cover[],
  created: string,
): readonly { readonly path: string; readonly identity: string }[] {
  const of = (name: string): string => {
    const { dev, ino } = lstatSync(join(created, name), { bigint: true })
    return `${dev}:${ino}`
  }
  const identity =
    covers.length === 0
      ? { file: '', folder: '' }
      : { file: of(names.file), folder: of(names.folder) }
  return covers.map(({ path, is }) => ({ path, identity: identity[is] }))
}
