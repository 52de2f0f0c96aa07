// Says whom a command belongs to outside of its sandbox. Where Gatehouse runs as root, that is the
// owner of the workspace, if that is not root too. Changes the owner of no folder that was there
// before.
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { lstat } from 'node:fs/promises'

export type HostUser = { readonly uid: number; readonly gid: number }

/**
 * Nobody's number: for folders that Gatehouse makes itself as root, so that commands can work there
 * as somebody who owns nothing else. No account needs it.
 */
export const ORDINARY: HostUser = { uid: 61_100, gid: 61_100 }

/**
 * Null: as Gatehouse itself, because it is an ordinary user, or because the folder belongs to root
 * and only root can write there.
 */
export async function hostUser(folder: string): Promise<HostUser | null> {
  if (process.getuid?.() !== 0) return null
  const stat = await lstat(folder).catch(() => null)
  return stat === null ? null : ownerOf(stat)
}

/** Whether commands in this folder would belong to root outside. */
export function staysRoot(folder: string): boolean {
  if (process.getuid?.() !== 0) return false
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  return stat !== undefined && ownerOf(stat) === null
}

// A folder of `alice:root` must not put the command into root's group.
const ownerOf = ({ uid, gid }: HostUser): HostUser | null =>
  uid === 0 ? null : { uid, gid: gid === 0 ? uid : gid }

/**
 * Makes a folder (0700 unless told otherwise) for commands and programs alone: as root it is given
 * to `ORDINARY`. Throws as mkdir does, also when it is there already.
 */
export function makeOwnFolder(path: string, mode = 0o700): void {
  mkdirSync(path, { mode })
  if (process.getuid?.() === 0) chownSync(path, ORDINARY.uid, ORDINARY.gid)
}

/** Makes a folder of ours his who is to work in it; null: ours. Does nothing where we are not root. */
export function giveTo(user: HostUser | null, path: string): void {
  if (process.getuid?.() === 0) chownSync(path, user?.uid ?? 0, user?.gid ?? 0)
}
