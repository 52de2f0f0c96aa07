// Temporary folders of tests, named after the process that made them: what one that was killed or
// timed out left behind is removed by the next that makes one.
import { lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../main/sandbox/processes/process-liveness.ts'

/** The real path of a new folder `gatehouse-KIND-PID-…`. Anyone who makes it removes it. */
export function makeTemporary(kind: string, base = tmpdir()): string {
  removeLeftBehind(kind, base)
  return realpathSync(mkdtempSync(join(base, `gatehouse-${kind}-${process.pid}-`)))
}

/**
 * Folders of that kind whose process is no more; those from before they were named so, when they
 * are a day old.
 */
function removeLeftBehind(kind: string, base: string): void {
  for (const name of readdirSync(base)) {
    if (!name.startsWith(`gatehouse-${kind}-`)) continue
    const path = join(base, name)
    const pid = /-(\d+)-[^-]+$/.exec(name)?.[1]
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory() !== true || stat.uid !== process.getuid?.()) continue
    const left = pid === undefined ? Date.now() - stat.mtimeMs > 86_400_000 : !isAlive(Number(pid))
    if (left) rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  }
}
