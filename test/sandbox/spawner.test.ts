// The helper that starts every child: killed, flooded, left alone. Real processes throughout.
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { filePowers } from '../../main/sandbox/files/file-powers.ts'
import { resolvePath } from '../../main/sandbox/files/resolve-path.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import type { Runner, RunnerOptions } from '../../main/sandbox/runner-powers.ts'
import { findScope, scopeWords } from '../../main/sandbox/linux/systemd-scope.ts'
import { frame, frameReader, KINDS } from '../../main/sandbox/spawner/wire.ts'
import { processesWith, soon } from '../escape/fixture.ts'
import { scratchFolder } from './scratch.ts'

const linux = process.platform === 'linux'
const isRoot = process.getuid?.() === 0
const why = linux
  ? ''
  : ` (skipped on ${process.platform}: there is no sandbox yet that would need it)`
const root = scratchFolder('spawner')
const [ws, home, scratch] = [join(root, 'ws'), join(root, 'home'), join(root, 'scratch')]
for (const folder of [ws, home, scratch]) mkdirSync(folder)
const opened: Runner[] = []
afterAll(() => Promise.all(opened.map((each) => each.dispose())))

async function open(more: Partial<RunnerOptions> = {}): Promise<Runner> {
  const runner = openRunner({ stop: [], home, scratch, ...more })
  opened.push(runner)
  await runner.ready
  return runner
}
function run(
  runner: Runner,
  command: string,
  { workspace = ws, bytes = 1_000_000, timeMs = 60_000 } = {},
) {
  const power = runner.power({
    permitted: [{ kind: 'proc.run', command, cwd: workspace, zone: 'workspace' }],
    workspace,
    limits: { runTimeMs: timeMs, stdoutBytes: bytes, stderrBytes: bytes },
    signal: new AbortController().signal,
    onOutput: () => {},
  })
  return power.run({ command, cwd: '.', timeoutMs: timeMs })
}
/** Helpers of this test process. */
const helpers = (): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter(
      (pid) =>
        fact(pid, 'status').includes(`PPid:\t${process.pid}\n`) &&
        /spawner(\/main\.ts|\.js)/.test(fact(pid, 'cmdline')),
    )
    .map(Number)
/**
 * Those of other Gatehouses of this machine may go while the tree is read: then it is read once
 * more.
 */
const groupsOf = async (name: string): Promise<readonly string[]> => {
  let found: readonly string[] = []
  await expect
    .poll(
      () =>
        (found = readdirSync('/sys/fs/cgroup/pids', { recursive: true })
          .map(String)
          .filter((path) => path.includes(name))),
    )
    .not.toEqual([])
  return found
}
const parentOf = (pid: string): string => /PPid:\t(\d+)/.exec(fact(pid, 'status'))?.[1] ?? '0'
function fact(pid: number | string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    // It ended between being listed and being read.
    return ''
  }
}

describe('frames', () => {
  it('come out as they went in, however the bytes are cut', () => {
    const one = fc.record({
      kind: fc.constantFrom(...KINDS),
      job: fc.nat(2 ** 32 - 1),
      body: fc.uint8Array({ maxLength: 300 }),
    })
    fc.assert(
      fc.property(
        fc.array(one),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (frames, cuts) => {
          const bytes = Buffer.concat(frames.map(({ kind, job, body }) => frame(kind, job, body)))
          const got: unknown[] = []
          const read = frameReader((kind, job, body) =>
            got.push({ kind, job, body: Uint8Array.from(body) }),
          )
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const next = at + (cuts[turn % cuts.length] ?? 1)
            read(bytes.subarray(at, next))
            at = next
          }
          expect(got).toEqual(frames)
        },
      ),
    )
  })
})

describe.runIf(linux)(`the helper${why}`, () => {
  it('is small, has nothing of our environment, and is the one that starts commands', async () => {
    const before = helpers()
    const runner = await open()
    const [helper = 0] = helpers().filter((pid) => !before.includes(pid))
    expect(fact(helper, 'environ')).toBe('')
    expect(Number(/VmRSS:\s*(\d+)/.exec(fact(helper, 'status'))?.[1])).toBeLessThan(120_000)
    const mark = `91${process.pid}`
    const running = run(runner, `echo started; sleep ${mark}`, { timeMs: 60_000 })
    expect(await soon(() => processesWith(`sleep\0${mark}`).length === 1)).toBe(true)
    let [at = '0'] = processesWith(`sleep\0${mark}`)
    const above: string[] = []
    while (at !== '0' && at !== '1') above.push((at = parentOf(at)))
    expect(above).toContain(String(helper))
    await runner.dispose()
    expect(await running).toMatchObject({
      ok: true,
      value: { stdout: 'started\n', end: { kind: 'cancelled' } },
    })
    expect(await soon(() => fact(helper, 'status') === '')).toBe(true)
  })

  it('takes what runs along when it is killed: that call fails, once and clearly, and the next one has a new helper', async () => {
    const before = helpers()
    const runner = await open()
    const [helper = 0] = helpers().filter((pid) => !before.includes(pid))
    const mark = `92${process.pid}`
    let ends = 0
    const running = run(runner, `(setsid sleep ${mark} &); sleep ${mark}`).finally(
      () => (ends += 1),
    )
    expect(await soon(() => processesWith(`sleep\0${mark}`).length === 2)).toBe(true)
    expect(helper).toBeGreaterThan(1)
    process.kill(helper, 'SIGKILL')
    expect(await running).toEqual({
      ok: false,
      error: expect.objectContaining({ code: 'sandbox.helper' }),
    })
    expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
    expect(await run(runner, 'echo again')).toMatchObject({
      ok: true,
      value: { stdout: 'again\n' },
    })
    expect(helpers().filter((pid) => !before.includes(pid))).not.toContain(helper)
    expect(ends).toBe(1)
    await runner.dispose()
  })

  it('says that a sandbox was killed from outside, and nothing of a command that killed itself', async () => {
    const runner = await open()
    const mark = `97${process.pid}`
    const running = run(runner, `echo begun; sleep ${mark}; true`)
    expect(await soon(() => processesWith(`sleep\0${mark}`).length === 1)).toBe(true)
    let [at = '0'] = processesWith(`sleep\0${mark}`)
    const around: string[] = []
    for (; at !== '0' && at !== '1'; at = parentOf(at))
      if (fact(Number(at), 'comm').trim() === 'bwrap') around.push(at)
    process.kill(Number(around.at(-1)), 'SIGKILL')
    expect(await running).toEqual({
      ok: false,
      error: expect.objectContaining({
        code: 'sandbox.killed',
        text: expect.stringContaining('(SIGKILL)') as string,
      }),
    })
    expect(await soon(() => processesWith(mark).length === 0)).toBe(true)
    expect(await run(runner, 'kill -KILL $$')).toMatchObject({
      ok: true,
      value: { end: { kind: 'signalled', signal: 'SIGKILL' } },
    })
    await runner.dispose()
  })

  it('does not pile up what main is too slow to take @whole', async () => {
    const before = helpers()
    const runner = await open()
    const [helper = 0] = helpers().filter((pid) => !before.includes(pid))
    const started = await runner.start({
      argv: ['/usr/bin/head', '-c', '300000000', '/dev/zero'],
      env: {},
      home: ws,
      cwd: null,
      readOnly: [],
      writable: [],

      limits: { memoryBytes: 1024 ** 3, processes: 16 },
      proxy: null,
      requires: [],
      signal: new AbortController().signal,
    })
    if (!started.ok) throw new Error(started.error.text)
    // Main is stopped, as it would be in a long garbage collection; the helper does not.
    const until = performance.now() + 700
    while (performance.now() < until) fact(helper, 'status')
    expect(Number(/VmRSS:\s*(\d+)/.exec(fact(helper, 'status'))?.[1])).toBeLessThan(150_000)
    let bytes = 0
    started.value.stdout.on('data', (chunk: Buffer) => (bytes += chunk.length))
    expect(await started.value.exited).toEqual({ kind: 'exited', code: 0 })
    expect(await soon(() => bytes === 300_000_000)).toBe(true)
    await runner.dispose()
  })

  it('keeps 10 GB of output away from main, which goes on answering @whole', async () => {
    const runner = await open()
    writeFileSync(join(ws, 'note'), 'a note')
    const { read } = filePowers({
      permitted: [{ kind: 'fs.read', path: join(ws, 'note'), zone: 'workspace', is: 'file' }],
      resolved: resolvePath({ workspace: ws, stop: [], home }),
    })
    const before = process.memoryUsage().rss
    let [most, answers, going] = [before, 0, true]
    const beside = (async () => {
      while (going) {
        expect(await read.readText('note', { maxBytes: 100 })).toMatchObject({ ok: true })
        answers += 1
        most = Math.max(most, process.memoryUsage().rss)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
    })()
    const results = await Promise.all(
      ['1', '2'].map((to) => run(runner, `head -c 10000000000 /dev/zero >&${to}`)),
    )
    going = false
    await beside
    expect(results).toEqual([
      { ok: true, value: expect.objectContaining({ end: { kind: 'flooded', stream: 'stdout' } }) },
      { ok: true, value: expect.objectContaining({ end: { kind: 'flooded', stream: 'stderr' } }) },
    ])
    expect(most - before).toBeLessThan(50 * 1024 ** 2)
    // How soon is the bench's to say; here only that it went on.
    expect(answers).toBeGreaterThan(10)
    await runner.dispose()
  })

  it.runIf(isRoot)(
    '(needs root) keeps its commands in control groups, bounds their memory together, and removes the groups @whole',
    async () => {
      const before = helpers()
      const runner = await open()
      const [helper = 0] = helpers().filter((pid) => !before.includes(pid))
      expect(runner.protections().find(({ id }) => id === 'memory')).toMatchObject({
        state: 'enforced',
      })
      // Two processes, each within its own bound, together above that of the tree.
      const half = `perl -e '$x = "x" x (2200*1024*1024); print "whole\\n"; sleep 5'`
      const both = await run(runner, `${half} & ${half} & wait; echo end`)
      expect(both).toMatchObject({ ok: true })
      expect(both.ok && both.value.stdout.split('whole').length - 1).toBeLessThan(2)
      const group = await groupsOf(`gatehouse-${helper}-`)
      expect(group.length).toBeGreaterThan(0)
      await runner.dispose()
      expect(group.filter((name) => existsSync(join('/sys/fs/cgroup/pids', name)))).toEqual([])
    },
    600_000,
  )
})

describe.runIf(linux && isRoot)(
  `outside, as root${linux ? ' (skipped without root: there a command is the user that Gatehouse is)' : why}`,
  () => {
    const somebody = 54_321

    it('a command is the owner of its workspace, also behind folders that he may not enter @whole', async () => {
      const closed = join(root, 'closed')
      const workspace = join(closed, 'ws')
      mkdirSync(workspace, { recursive: true })
      chmodSync(closed, 0o700)
      writeFileSync(join(workspace, 'of-root'), 'secret', { mode: 0o600 })
      chownSync(workspace, somebody, 0)
      const runner = await open({ workspace: () => workspace })
      const states = () =>
        Object.fromEntries(runner.protections().map(({ id, state }) => [id, state]))
      expect(states()).toMatchObject({
        'outer-user': 'enforced',
        privileges: 'enforced',
        limits: 'enforced',
      })
      const mark = `93${process.pid}`
      const running = run(runner, `echo x >made; cat of-root; sleep ${mark}`, {
        workspace,
        timeMs: 5000,
      })
      expect(await soon(() => processesWith(`sleep\0${mark}`).length === 1)).toBe(true)
      const [pid = ''] = processesWith(`sleep\0${mark}`)
      expect(fact(pid, 'status')).toMatch(
        new RegExp(`^Uid:(\\t${somebody}){4}\nGid:(\\t${somebody}){4}$`, 'm'),
      )
      expect(fact(pid, 'status')).toMatch(/^Groups:\s*$/m)
      expect(await running).toMatchObject({
        ok: true,
        value: { stdout: '', stderr: expect.stringContaining('Permission denied') },
      })
      expect(lstatSync(join(workspace, 'made'))).toMatchObject({ uid: somebody, gid: somebody })
      // How it is shown to him, nobody else sees.
      expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain('gatehouse-stage')
      expect(readFileSync('/proc/1/mounts', 'utf8')).not.toContain('gatehouse-stage')
      chownSync(workspace, 0, 0)
      expect(states()).toMatchObject({ 'outer-user': 'missing', files: 'enforced' })
      await runner.dispose()
    })

    it('a workspace of root is worked in by an ordinary user and keeps its owner, and the protections say so', async () => {
      const workspace = join(root, 'of-root')
      mkdirSync(workspace, { mode: 0o700 })
      const runner = await open({ workspace: () => workspace })
      const outer = runner.protections().find(({ id }) => id === 'outer-user')
      expect(outer).toMatchObject({
        state: 'enforced',
        detail: expect.stringContaining('61100'),
      })
      expect(await run(runner, 'echo x >f; id -u', { workspace })).toMatchObject({
        ok: true,
        value: { stdout: '1000\n' },
      })
      expect(lstatSync(join(workspace, 'f')).uid).toBe(0)
      expect(lstatSync(workspace).uid).toBe(0)
      const power = runner.power({
        permitted: [{ kind: 'proc.run', command: 'true', cwd: workspace, zone: 'workspace' }],
        workspace,
        requires: ['outer-user'],

        limits: { runTimeMs: 1000, stdoutBytes: 10, stderrBytes: 10 },
        signal: new AbortController().signal,
        onOutput: () => {},
      })
      expect(await power.run({ command: 'true', cwd: '.', timeoutMs: 1000 })).toMatchObject({
        ok: true,
        value: { end: { kind: 'exited', code: 0 } },
      })
      await runner.dispose()
    })
  },
)

describe.runIf(linux)(
  'a scope of systemd (which is not running here: a program with the same command line takes its place)',
  () => {
    const log = join(root, 'scope-log')
    const status = join(root, 'systemd-run')
    writeFileSync(
      status,
      `#!/bin/sh\nprintf '%s\\n' "$@" "$XDG_RUNTIME_DIR" >'${log}'\nwhile [ "$1" != -- ]; do shift; done; shift; exec "$@"\n`,
      { mode: 0o755 },
    )
    const own = {
      XDG_RUNTIME_DIR: '/run/user/7',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/7/bus',
      SECRET: 'x',
    }

    it('is asked for both bounds, with two variables and no more, and the command gets none of them', async () => {
      const scope = await findScope(status, '/usr/bin/env', own)
      expect(scope).toEqual({
        systemdRun: status,
        env: '/usr/bin/env',
        variables: {
          XDG_RUNTIME_DIR: own.XDG_RUNTIME_DIR,
          DBUS_SESSION_BUS_ADDRESS: own.DBUS_SESSION_BUS_ADDRESS,
        },
      })
      expect(readFileSync(log, 'utf8').split('\n').slice(0, 11)).toEqual([
        '--user',
        '--scope',
        '--quiet',
        '--collect',
        '-p',
        'MemoryMax=67108864',
        '-p',
        'MemorySwapMax=0',
        '-p',
        'TasksMax=16',
        '--',
      ])
      if (scope === null) return
      expect(scopeWords(scope, { processes: 9, memoryBytes: 10 }).slice(-3)).toEqual([
        '--',
        '/usr/bin/env',
        '-i',
      ])
    })

    it.each([
      ['there is no runtime folder', status, {}],
      ['there is no program', null, own],
      ['it fails', '/bin/false', own],
      ['it only pretends', '/bin/true', own],
    ])('is not counted on where %s', async (_case, program, environment) => {
      expect(await findScope(program, '/usr/bin/env', environment)).toBeNull()
    })
  },
)
