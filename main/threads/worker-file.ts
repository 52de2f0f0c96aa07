// Where the program of a thread, or of a process of ours, lies.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The source beside the file that starts it where that is not bundled; else what it was built to,
 * beside the bundle or beside the folder of its pieces.
 * @param here `import.meta.dirname` of the file that starts it
 * @param source from there on: `worker.ts`
 * @param built `undo-worker.js`
 */
export function workerFile(here: string, source: string, built: string): string {
  const paths = [join(here, source), join(here, built), join(here, '..', built)]
  return paths.find((path) => existsSync(path)) ?? join(here, built)
}
