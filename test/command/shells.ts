// Real shells for lines that a test made up, behind a wall: a file system that cannot be written
// but for one folder, and no network.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const SHELLS = [
  '/bin/dash',
  '/bin/bash --norc --noprofile',
  '/usr/bin/zsh -f',
  '/usr/bin/busybox sh',
] as const
/** Programs that a line can find. What they would do is only that they were run. */
export const PROGRAMS = ['alpha', 'beta', 'ls', 'cat', 'git', 'npm', 'rm', 'evil'] as const

export type Ran = {
  readonly shell: string
  readonly ran: readonly (readonly string[])[]
  readonly changed: readonly string[]
}

const driver = join(dirname(fileURLToPath(import.meta.url)), 'shell-driver.ts')

/**
 * For each line what each shell ran and changed. Throws where a shell or the wall is missing:
 * nothing is skipped.
 */
export function runLines(lines: readonly string[]): readonly (readonly Ran[])[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-shells-')))
  try {
    const wall = [
      '--ro-bind',
      '/',
      '/',
      '--dev',
      '/dev',
      '--proc',
      '/proc',
      '--bind',
      root,
      root,
      '--unshare-net',
      '--unshare-pid',
      '--die-with-parent',
    ]
    const ended = spawnSync(
      'bwrap',
      [...wall, '--', process.execPath, driver, root, PROGRAMS.join(' '), ...SHELLS],
      {
        input: JSON.stringify(lines),
        encoding: 'utf8',
        maxBuffer: 256 * 1024 ** 2,
      },
    )
    if (ended.status !== 0) throw new Error(`The shells could not be run: ${ended.stderr}`)
    return JSON.parse(ended.stdout) as readonly (readonly Ran[])[]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
