// The wall of the kernel as the second one, inside bubblewrap.
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { launcherArguments } from '../../../main/sandbox/linux/landlock-launcher.ts'
import { seccompFilter } from '../../../main/sandbox/linux/seccomp.ts'
import { scratchFolder } from '../scratch.ts'
import { arch, devices, landlock, PERL, system } from '../profile.ts'

const root = scratchFolder('landlock-inside')

describe.runIf(landlock > 0 && existsSync('/usr/bin/bwrap'))(
  'Landlock inside bubblewrap (skipped where the kernel has no Landlock)',
  () => {
    /**
     * The whole host is visible in this bubblewrap, and the filter is on before the launcher starts.
     */
    const runInside = (workspace: string, command: string) => {
      const { dev, ino } = statSync(workspace, { bigint: true })
      const inner = launcherArguments(
        {
          readOnly: [...system, '/proc'],
          writable: [workspace, '/dev/shm', ...devices],
          tcp: 'open',
          seccompFd: null,
          cwd: workspace,
          limits: { nofile: 123, nproc: 256, core: 0 },
          same: {
            protectedPaths: [{ path: workspace, identity: `${dev}:${ino}` }],
            word: 'SWAPPED',
          },
          argv: ['/bin/sh', '-c', command],
        },
        arch,
      )
      const filter = join(root, 'usual.filter')
      writeFileSync(filter, seccompFilter(arch) ?? '')
      const fd = openSync(filter, 'r')
      const outer = [
        '--dev-bind',
        '/',
        '/',
        '--unshare-all',
        '--proc',
        '/proc',
        '--tmpfs',
        '/tmp',
        '--bind',
        root,
        root,
        '--seccomp',
        '3',
        '--',
      ]
      const ended = spawnSync('/usr/bin/bwrap', [...outer, PERL, ...inner], {
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin' },
        stdio: ['ignore', 'pipe', 'pipe', fd],
      })
      closeSync(fd)
      return { status: ended.status, out: ended.stdout, err: ended.stderr }
    }

    it('is a second layer: it stops what a badly built first one would let through, and shows none of our files', () => {
      const workspace = join(root, 'inner')
      mkdirSync(workspace)
      writeFileSync(join(root, 'beside'), 'SECRET-OF-HOST')
      const ended = runInside(
        workspace,
        `cat ${root}/beside; echo x >works; cat works; ulimit -n; grep -c . /proc/self/status >/dev/null && echo proc; echo y >${root}/beside`,
      )
      expect(ended).toEqual({
        status: 2,
        out: 'x\n123\nproc\n',
        err: expect.stringContaining('beside: Permission denied'),
      })
      expect(readFileSync(join(root, 'beside'), 'utf8')).toBe('SECRET-OF-HOST')
    })
  },
)
