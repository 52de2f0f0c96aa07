// How far what a command starts may go, behind whichever wall it runs.
import { readFileSync } from 'node:fs'

/**
 * A hard limit of this process, which everything that it starts has too; as good as none where it
 * cannot be read.
 */
export function ownLimit(
  name: 'open files' | 'processes',
  limits: () => string = () => readFileSync('/proc/self/limits', 'utf8'),
): number {
  try {
    const found = new RegExp(`^Max ${name}\\s+\\S+\\s+(\\d+)`, 'm').exec(limits())?.[1]
    return Number(found ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

export const bounds = {
  processes: 256,
  /** At most: where we may have fewer ourselves, nobody may be given more. */
  openFiles: Math.min(4096, ownLimit('open files')),
  fileBytes: 1024 ** 3,
  /**
   * Per process: what it has to itself and may write. Not address space, of which Node and Go
   * reserve far more.
   */
  dataBytes: 4 * 1024 ** 3,
  /** Of the whole tree, its /tmp included, where a control group or a scope can hold it. */
  memoryBytes: 4 * 1024 ** 3,
  /** Processor time of one process, where nobody set another. */
  cpuSeconds: 300,
  /** Of a control group or scope; the usual is 100, so the desktop goes first. */
  weight: 50,
  tmpBytes: 256 * 1024 ** 2,
  sharedMemoryBytes: 64 * 1024 ** 2,
} as const
