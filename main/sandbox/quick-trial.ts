// Whether bubblewrap starts a program here, for lists that say more only where it does not. The trial
// of everything that has to hold is sandbox-status.ts.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { programFolders } from './linux/program-folders.ts'

/** A machine at work answers later than a quiet one; this is no measure of it. */
const TIMEOUT_MS = 5_000

/** Never rejects. */
export function startsBubblewrap(): Promise<boolean> {
  const file = programFolders
    .map((folder) => join(folder, 'bwrap'))
    .find((path) => existsSync(path))
  if (process.platform !== 'linux' || file === undefined) return Promise.resolve(false)
  const words = ['--unshare-all', '--ro-bind', '/', '/', '--', '/bin/sh', '-c', ':']
  return new Promise((resolve) => {
    // Nothing it says is read, so no pipes are made for it.
    spawn(file, words, { env: {}, stdio: 'ignore', timeout: TIMEOUT_MS })
      .once('error', () => resolve(false))
      .once('exit', (code) => resolve(code === 0))
  })
}
