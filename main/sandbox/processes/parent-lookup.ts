// Finds out who started what a trial runs, by looking through the processes of this machine. Linux
// only.
import { readdir, readFile } from 'node:fs/promises'

/**
 * Of the first process that descends from us and has `mark` in its command line: who started it,
 * and the groups it is in.
 */
export async function findParent(
  mark: string,
): Promise<{ readonly parent: number; readonly groups: string } | null> {
  const own = new Set([process.pid])
  for (const pid of (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((a, b) => a - b)) {
    const parent = Number(
      /^PPid:\s*(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ??
        0,
    )
    if (!own.has(parent)) continue
    own.add(pid)
    if (!(await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).includes(mark)) continue
    return { parent, groups: await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '') }
  }
  return null
}
