// The sandbox of a staged command is built before its command is known. It must be no other than one
// that is built with it: what it covers, what it names, what it is given, and what bounds it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { LATER_BYTES } from '../../../main/sandbox/linux/bubblewrap.ts'
import { findControlGroups } from '../../../main/sandbox/linux/control-group.ts'
import { LEFT_SAYS } from '../../../main/sandbox/linux/left-behind.ts'
import type { StopPattern } from '../../../main/sandbox/files/stop-pattern.ts'
import { pathPattern } from '../../../main/gate/path-glob.ts'
import { processesWith } from '../../escape/fixture.ts'
import { own } from '../rehearsal/fixture.ts'
import { fewRows } from '../../whole.ts'
import { stagingFixture } from './fixture.ts'

const linux = process.platform === 'linux'
const groups = linux ? await findControlGroups() : null
const why = linux ? '' : ` (skipped on ${process.platform}: overlays are the Linux kernel's)`

describe.runIf(linux)(`a sandbox built ahead${why}`, () => {
  let stopped: readonly StopPattern[] = []
  const { ws, layers, stager, stage } = stagingFixture('sandbox-ahead', () => stopped)
  const at = (path: string): string => join(ws, path)
  beforeEach(async () => {
    stopped = []
    await stager.clear()
    rmSync(ws, { recursive: true, force: true })
    mkdirSync(at('sub'), { recursive: true })
    writeFileSync(at('a'), 'alpha\n')
    own(ws)
  })

  const run = async (command: string, from = '.') => {
    const result = await stage(command, async () => null, 60_000, from)
    if (!result.ok) throw new Error(`${result.error.code}: ${result.error.text}`)
    return result.value.ended
  }
  /** A shell that has built its sandbox, and waits for its job. */
  const waitingShells = (): readonly string[] =>
    processesWith('script= whole=no').filter((pid) => {
      try {
        // It has its new root, where there is nothing of ours.
        return !existsSync(`/proc/${pid}/root${layers}`) && existsSync(`/proc/${pid}/root/usr`)
      } catch {
        return false
      }
    })
  const waiting = async (): Promise<void> => {
    await expect.poll(() => waitingShells().length).toBeGreaterThan(0)
  }

  const lines: readonly string[] = [
    'echo .',
    "echo 'a\n.\n+b\n'",
    "printf '%s|' '  two  blanks  ' 'tab\there' 'back\\slash' 'it'\\''s' \"äöü€𝄞\"",
    "cat <<'END'\n.\n+\n\n  indented\nEND",
    'echo "$script$line$whole$first$job"; env | sort | cut -d= -f1 | grep -v ^_',
    `echo ${'x'.repeat(2 * LATER_BYTES)} | wc -c`,
    'ls -l /proc/self/fd | wc -l',
    '# only a remark',
    'exit 7',
    'kill -9 $$',
  ]
  it.each(
    fewRows(
      lines.map((command) => [command.slice(0, 60), command] as const),
      2,
    ),
  )('runs as one that was not waited for: %j', async (_begins, command) => {
    await stager.clear()
    const fresh = await run(command)
    await waiting()
    const { end, stdout, stderr } = await run(command)
    expect({ end, stdout, stderr }).toEqual({
      end: fresh.end,
      stdout: fresh.stdout,
      stderr: fresh.stderr,
    })
  })

  it('gives the lines that a shell gives', async () => {
    await run('true')
    for (const command of lines.slice(0, 4)) {
      await waiting()
      const plain = spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' })
      expect((await run(command)).stdout).toBe(plain.stdout)
    }
  })

  it('gives all output, and leaves nothing running when it has ended @whole', async () => {
    const seconds = `8${process.pid}`
    await run('true')
    await waiting()
    const { stdout, stderr, end } = await run(
      `setsid sleep ${seconds} & yes out | head -c 90000; yes err | head -c 80000 >&2; exit 4`,
    )
    expect(processesWith(`sleep\0${seconds}`)).toEqual([])
    expect([stdout.length, stderr.length, end]).toEqual([
      90_000,
      80_000,
      { kind: 'exited', code: 4 },
    ])
  })

  it('starts in the folder that is asked for @whole', async () => {
    await run('true')
    await waiting()
    expect((await run('pwd', 'sub')).stdout).toBe(`${at('sub')}\n`)
  })

  it('covers what has come onto the STOP list, or into its place, while it waited @whole', async () => {
    writeFileSync(at('.env'), 'SECRET-OF-PERSON\n')
    own(ws)
    expect((await run('cat .env')).stdout).toBe('SECRET-OF-PERSON\n')
    await waiting()
    stopped = [pathPattern(at('.env'), { workspace: ws, home: '/nobody', foldsCase: false })]
    expect((await run('cat .env; true')).stdout).toBe('')
    rmSync(at('.env'))
    await run('true')
    await waiting()
    writeFileSync(at('.env'), 'SECRET-OF-PERSON\n')
    own(ws)
    expect((await run('cat .env; true')).stdout).toBe('')
  })

  it('names what was changed while it waited and then moved to where nothing is kept @whole', async () => {
    await run('true')
    await waiting()
    const hour = new Date(Date.now() - 3_600_000)
    writeFileSync(at('new'), 'kept?\n')
    writeFileSync(at('old'), 'kept?\n')
    utimesSync(at('old'), hour, hour)
    own(ws)
    const { stderr } = await run('echo scratch >"$TMPDIR/mine"; mv new old "$TMPDIR"')
    expect(stderr.startsWith(`${LEFT_SAYS}: `)).toBe(true)
    expect(stderr.trim().split(': ').at(-1)?.split(', ').toSorted()).toEqual([
      '$TMPDIR/new',
      '$TMPDIR/old',
    ])
    await waiting()
    expect((await run('touch /run/gatehouse/began/x')).stderr).toBe(
      `${LEFT_SAYS}: /run/gatehouse/began/x\n`,
    )
  })

  it.runIf(groups !== null)(
    'has every process of it within its bounds (skipped where no control group can be made) @whole',
    async () => {
      for (const round of [1, 2]) {
        const seconds = `9${process.pid}${round}`
        const ended = run(`sleep ${seconds} & sleep 1; kill $!`)
        const folder = groups?.pids ?? ''
        let pids: readonly string[] = []
        await expect.poll(() => (pids = processesWith(`sleep\0${seconds}`))).not.toEqual([])
        for (const pid of pids) {
          const member = readFileSync(`/proc/${pid}/cgroup`, 'utf8')
          expect(member).toMatch(/^\d+:[^:]*:.*\/gatehouse-\d+-/m)
        }
        expect(existsSync(folder)).toBe(true)
        await ended
      }
    },
  )
})
