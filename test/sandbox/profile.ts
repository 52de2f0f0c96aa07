// One command behind the Landlock wall, for real: as this user or as an ordinary one, alone or
// inside bubblewrap.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { etcAlone } from '../../main/sandbox/linux/landlock-alone.ts'
import { aloneFilter } from '../../main/sandbox/linux/landlock-filter.ts'
import {
  launcherArguments,
  type LandlockRequest,
} from '../../main/sandbox/linux/landlock-launcher.ts'
import { seccompFilter } from '../../main/sandbox/linux/seccomp.ts'

export const PERL = '/usr/bin/perl'
export const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
const ORDINARY = 54_321
/** As root both; else the one we are. */
export const identities =
  process.getuid?.() === 0 ? (['root', 'ordinary user'] as const) : (['ordinary user'] as const)
export type Identity = (typeof identities)[number]

const asked = spawnSync(PERL, ['-e', 'my ($z, $o) = (0, 1); print syscall(444, $z, $z, $o)'], {
  encoding: 'utf8',
  env: {},
})
/** What this kernel has; 0 for none. */
export const landlock =
  process.platform === 'linux' && asked.status === 0 ? Math.max(0, Number(asked.stdout)) : 0

export const system = ['/usr', '/bin', '/lib', '/lib64', ...etcAlone].filter((path) =>
  existsSync(path),
)
export const devices = ['/dev/null', '/dev/zero', '/dev/urandom']

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string }
export type Profile = ReturnType<typeof buildProfile>

/** A workspace, something outside to reach for, and a way to run, all belonging to `identity`. */
export function buildProfile(root: string, identity: Identity) {
  // The folder of a test is its owner's alone; the other account has to get through.
  chmodSync(root, 0o755)
  const base = join(root, identity.replaceAll(' ', '-'))
  const [workspace, outside, tmp] = [join(base, 'ws'), join(base, 'outside'), join(base, 'tmp')]
  for (const folder of [base, workspace, outside, tmp]) mkdirSync(folder)
  writeFileSync(join(outside, 'secret'), 'SECRET-OF-HOST', { mode: 0o600 })
  const other = identity === 'ordinary user' && identities.length > 1
  const give = (path: string): void => {
    if (other) chownSync(path, ORDINARY, ORDINARY)
  }
  for (const path of [base, workspace, outside, tmp, join(outside, 'secret')]) give(path)
  const filters = { none: null, usual: seccompFilter(arch), alone: aloneFilter(arch) }
  for (const [name, bytes] of Object.entries(filters)) {
    writeFileSync(join(base, `${name}.filter`), bytes ?? Buffer.alloc(0))
    give(join(base, `${name}.filter`))
  }

  const usual: LandlockRequest = {
    readOnly: system,
    writable: [workspace, tmp, ...devices],
    tcp: { connect: [] },
    seccompFd: null,
    argv: ['/bin/sh', '-c', 'true'],
    cwd: workspace,
    environment: { PATH: '/usr/bin:/bin', HOME: tmp, TMPDIR: tmp, GIT_CONFIG_NOSYSTEM: '1' },
  }

  /**
   * The words to start, with the owner of the same account that Gatehouse would be. `change`
   * rewrites the program's text.
   */
  const words = (
    request: Partial<LandlockRequest>,
    change: (program: string) => string = (text) => text,
  ): readonly string[] => {
    const args = launcherArguments({ ...usual, ...request }, arch).map((arg, at) =>
      at === 1 ? change(arg) : arg,
    )
    const account = other
      ? ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups']
      : []
    return [...account, '/bin/sh', '-c', '"$@"; exit $?', 'owner', PERL, ...args]
  }

  const start = (
    command: readonly string[],
    { filter = 'none' as keyof typeof filters } = {},
  ): { readonly child: ChildProcess; readonly ended: Promise<Ended> } => {
    const fd = openSync(join(base, `${filter}.filter`), 'r')
    const child = spawn(command[0] ?? '', command.slice(1), {
      stdio: ['ignore', 'pipe', 'pipe', fd],
      env: { PATH: process.env['PATH'], SECRET: 'env' },
      cwd: '/',
    })
    closeSync(fd)
    let [out, err] = ['', '']
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
    const ended = new Promise<Ended>((resolve) =>
      child.on('close', (code) => resolve({ code, out, err })),
    )
    return { child, ended }
  }

  return {
    workspace,
    outside,
    tmp,
    words,
    start,
    give,
    uid: other ? ORDINARY : process.getuid?.(),
    /**
     * Runs `command` in sh. With `alone` the stricter filter is on unless `filter` says otherwise.
     */
    run: (
      command: string,
      request: Partial<LandlockRequest> = {},
      filter: keyof typeof filters = 'none',
      change?: (program: string) => string,
    ) =>
      start(
        words(
          {
            argv: ['/bin/sh', '-c', command],
            ...(filter === 'none' ? {} : { seccompFd: 3 }),
            ...request,
          },
          change,
        ),
        { filter },
      ).ended,
  }
}
