// Real shells for lines that a test made up, behind a wall: a file system that cannot be written
// but for one folder, and no network.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export const SHELLS = [
  '/bin/dash',
  '/bin/bash --norc --noprofile',
  '/usr/bin/zsh -f',
  '/usr/bin/busybox sh',
] as const
/**
 * One that an agent's own terminal may be, and that reads much of a line otherwise. Without its own
 * functions in front of programs such as ls.
 */
export const FISH = '/usr/bin/fish --no-config --init-command=set\tfish_function_path'
/** Such as read lines by the same standard, where they are installed: a system's own shell may be one. */
export const FURTHER = ['/usr/bin/ksh93', '/usr/bin/mksh', '/usr/bin/yash'] as const
/** Programs that a line can find. What they would do is only that they were run. */
export const PROGRAMS = ['alpha', 'beta', 'ls', 'cat', 'git', 'npm', 'rm', 'evil'] as const

export type Ran = {
  readonly shell: string
  readonly ran: readonly (readonly string[])[]
  readonly changed: readonly string[]
}

const driver = join(dirname(fileURLToPath(import.meta.url)), 'shell-driver.ts')

/** So many drivers at the same time, each with a folder of its own. */
const DRIVERS = Math.max(1, Math.min(8, availableParallelism()))

/**
 * For each line what each shell ran and changed. Throws where a shell or the wall is missing:
 * nothing is skipped.
 */
export async function runLines(
  lines: readonly string[],
  shells: readonly string[] = SHELLS,
): Promise<readonly (readonly Ran[])[]> {
  const share = Math.ceil(lines.length / DRIVERS)
  const shares = Array.from({ length: DRIVERS }, (_, at) =>
    lines.slice(at * share, (at + 1) * share),
  )
  const ran = await Promise.all(
    shares.filter((some) => some.length > 0).map((some) => runShare(some, shells)),
  )
  return ran.flat()
}

async function runShare(
  lines: readonly string[],
  shells: readonly string[],
): Promise<readonly (readonly Ran[])[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-shells-')))
  try {
    // Folders in memory: what a line leaves is needed no longer than the line.
    const barrier = [
      '--ro-bind',
      '/',
      '/',
      '--dev',
      '/dev',
      '--proc',
      '/proc',
      '--tmpfs',
      root,
      ...['--unshare-net', '--unshare-pid', '--die-with-parent'],
    ]
    const driving = spawn(
      'bwrap',
      [...barrier, '--', process.execPath, driver, root, PROGRAMS.join(' '), ...shells],
      { stdio: 'pipe' },
    )
    driving.stdin.end(JSON.stringify(lines))
    const [said, complaint, [status]] = await Promise.all([
      text(driving.stdout),
      text(driving.stderr),
      once(driving, 'close') as Promise<[number | null]>,
    ])
    if (status !== 0) throw new Error(`The shells could not be run: ${complaint}`)
    return JSON.parse(said) as readonly (readonly Ran[])[]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
