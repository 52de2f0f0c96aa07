// Whether bubblewrap starts a program here, and whether the kernel has Landlock, for answers that say more only
// where it does not. The trial of everything that has to hold is sandbox-status.ts.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { launcherCalls } from './linux/landlock-program.ts'
import { PERL } from './linux/mapped-mount.ts'
import { programFolders } from './linux/program-folders.ts'

/** A machine at work answers later than a quiet one; this is no measure of it. */
const TIMEOUT_MS = 5_000

/** Never rejects. */
export function startsBubblewrap(): Promise<boolean> {
  const file = programFolders
    .map((folder) => join(folder, 'bwrap'))
    .find((path) => existsSync(path))
  if (process.platform !== 'linux' || file === undefined) return Promise.resolve(false)
  return succeeds(file, ['--unshare-all', '--ro-bind', '/', '/', '--', '/bin/sh', '-c', ':'])
}

/** The version of Landlock, asked with the program and the call that build its wall. Never rejects. */
export function startsLandlock(): Promise<boolean> {
  if (process.platform !== 'linux' || !(process.arch in launcherCalls) || !existsSync(PERL))
    return Promise.resolve(false)
  return succeeds(PERL, ['-e', 'my ($z, $o) = (0, 1); exit(syscall(444, $z, $z, $o) < 1)'])
}

function succeeds(file: string, words: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    // Nothing it says is read, so no pipes are made for it.
    spawn(file, words, { env: {}, stdio: 'ignore', timeout: TIMEOUT_MS })
      .once('error', () => resolve(false))
      .once('exit', (code) => resolve(code === 0))
  })
}
