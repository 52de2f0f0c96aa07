// Whether a file that is moved into folders is as one that is made there.
import { spawnSync } from 'node:child_process'

const PROGRAM = '/usr/bin/ls'
/** Where `ls -l` says with a sign that there is more to a file than its mode. */
const SIGN = 10

/**
 * False where one of the folders gives new files more than their mode: access lists, labels of
 * SELinux. False too where nobody can tell.
 */
export function giveOnlyModes(folders: readonly string[]): boolean {
  if (process.platform !== 'linux' || folders.length === 0) return false
  const { status, stdout } = spawnSync(PROGRAM, ['-ldb', '--', ...folders], {
    env: {},
    encoding: 'latin1',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (status !== 0) return false
  const lines = stdout.trimEnd().split('\n')
  return lines.length === folders.length && lines.every((line) => line[SIGN] === ' ')
}
