// Gives all that lies in a folder to the owner of the folder, as root only: a test that makes files
// there is not him.
import { lchownSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export function chownAll(folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = lstatSync(folder)
  for (const name of readdirSync(folder, { recursive: true }))
    lchownSync(join(folder, String(name)), uid, gid)
}
