// Who holds a lock, and whether that process is still there.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readJson } from '../../contract/read-json.ts'

export const Owner = z.object({
  pid: z.int().positive(),
  /** Tells a process from a later one with the same number; null where the system does not say. */
  started: z.string().nullable(),
  /** Tells two locks of one process apart. */
  nonce: z.string(),
})
export type Owner = z.infer<typeof Owner>

/**
 * Null for a file that is no lock: cut off by a crash of the whole system. Its owner cannot be
 * alive.
 */
export const ownerOf = (text: string): Owner | null => readJson(text, Owner)

export function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0)
  } catch (cause) {
    // EPERM: it is there and belongs to somebody else.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EPERM')) return false
  }
  const started = startOf(owner.pid)
  return started === null || owner.started === null || started === owner.started
}

/**
 * When process `pid` began, as a text only good for comparing; null where it cannot be told (not
 * Linux).
 */
export function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22, counted after the name, which is in brackets and may hold anything
    // (proc_pid_stat(5)).
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return ticks === undefined ? null : `${boot}/${ticks}`
  } catch {
    return null
  }
}
