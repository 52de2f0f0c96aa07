// Old files that a new one took the place of, held open for a while. The kernel frees an old file
// within the very rename or removal that ends it, and where other programs write much, that waits
// for the disk: a thousand took seconds. Held open, it is freed when it is let go of, and nobody
// waits for that. A process that is killed lets go of all.
import { closeSync, constants, openSync, readFileSync, statfsSync } from 'node:fs'
import { codeOf } from '../open-folder.ts'

export type Replaced = {
  /** Before the file at `path`, link or not, is replaced or removed. Never throws for what it finds. */
  hold(path: Buffer): void
  /** Lets up to `count` of them end. False when none is held any more. */
  letGo(count: number): boolean
}

/** From the kernel's fcntl.h; Node does not name it. */
const O_PATH = 0o10000000
/** As many as one commit may show twice over would hold them all; beyond, each waits for its own. */
const MOST = 1024
/** Of the files that the process may have open: the rest is for everybody else. */
const SHARE = 4

/**
 * File systems whose files are this kernel's own. A server's file that is open when it is replaced
 * would get another name in the workspace (`.nfs…`) until it is closed.
 */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, // ext4
  0x9123683e, // btrfs
  0x58465342, // XFS
  0xf2f52010, // F2FS
  0xca451a4e, // bcachefs
  0x01021994, // tmpfs
  0x794c7630, // overlay
])

export function openReplaced(most: number = mostHeld()): Replaced {
  const held: number[] = []
  const letGo = (count: number): boolean => {
    for (const fd of held.splice(0, count)) closeSync(fd)
    return held.length > 0
  }
  return {
    hold(path) {
      if (held.length >= most) return
      try {
        held.push(openSync(path, O_PATH | (constants.O_NOFOLLOW ?? 0)))
      } catch (error) {
        // Nothing is there, or no more can be open: then the work itself shows it, or just waits.
        if (codeOf(error) === '') throw error
      }
    },
    letGo,
  }
}

/** Holds nothing: what is replaced ends at once. */
export const unheld: Replaced = { hold: () => {}, letGo: () => false }

/** Whether files below `root` can be held without anybody seeing it. */
export function canHold(root: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    return LOCAL.has(statfsSync(root).type)
  } catch (error) {
    if (codeOf(error) === '') throw error
    return false
  }
}

function mostHeld(): number {
  if (process.platform !== 'linux') return 0
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1]
    return Math.min(MOST, Math.floor(Number(soft ?? 0) / SHARE))
  } catch (error) {
    if (codeOf(error) === '') throw error
    return 0
  }
}
