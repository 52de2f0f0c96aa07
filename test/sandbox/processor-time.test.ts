// A command that eats the processor is ended by the kernel, and its end says so.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProcessEnd } from '../../contract/call/powers/run-power.ts'
import { findControlGroups } from '../../main/sandbox/linux/control-group.ts'
import { jobLine } from '../../main/sandbox/linux/job-line.ts'
import { scopeWords } from '../../main/sandbox/linux/systemd-scope.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import type { Runner } from '../../main/sandbox/runner-powers.ts'
import { makeOwnFolder } from '../../main/sandbox/linux/host-user.ts'
import { exec } from '../../tools/exec.ts'
import { fewRows } from '../whole.ts'
import { scratchFolder } from './scratch.ts'

const linux = process.platform === 'linux'
const root = scratchFolder('processor')
const [ws, home, scratch] = [join(root, 'ws'), join(root, 'home'), join(root, 'scratch')]
for (const folder of [ws, home, scratch]) mkdirSync(folder)

/** As root, where control groups can be made. */
const groups = linux ? await findControlGroups() : null
const counted = groups !== null && groups.cpu !== null

describe.runIf(linux)('processor time', () => {
  let runner: Runner
  beforeAll(async () => {
    runner = openRunner({ stop: [], home, scratch })
    await runner.ready
  })
  afterAll(() => runner.dispose())

  const run = (command: string, cpuSeconds: number, treeCpuSeconds = 1_000) => {
    const power = runner.power({
      permitted: [{ kind: 'proc.run', command, cwd: ws, zone: 'workspace' }],
      workspace: ws,
      limits: {
        runTimeMs: 60_000,
        stdoutBytes: 10_000,
        stderrBytes: 10_000,
        cpuSeconds,
        treeCpuSeconds,
      },
      signal: new AbortController().signal,
      onOutput: () => {},
    })
    const input = exec.input.parse({ command })
    const context = { power: { 'proc.run': power, 'net.connect': {} }, signal: AbortSignal.any([]) }
    return exec.execute(input, context)
  }

  it.each(
    fewRows(
      [
        ['the shell itself', 'while :; do :; done'],
        ['a program in its place', 'exec sh -c "while :; do :; done"'],
      ],
      1,
    ),
  )('ends %s, and says why', async (_what, command) => {
    expect(await run(command, 1)).toMatchObject({
      ok: false,
      error: { code: 'exec.cpu', text: expect.stringContaining('more processor time') },
    })
  })

  it('ends one that does not listen @whole', async () => {
    const ended = await run('trap "" XCPU; while :; do :; done', 1)
    expect(ended.ok && ended.value.text).toContain('SIGKILL')
  })

  it('ends only the process that eats: the rest goes on', async () => {
    const ended = await run('sh -c "while :; do :; done"; echo after', 1)
    expect(ended.ok && ended.value.stdout).toContain('after')
  })

  const many = `for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sh -c 'i=0; while [ $i -lt 150000 ]; do i=$((i+1)); done'; done; echo after`
  it.each([
    counted
      ? (['ends many that eat a little each', { ok: false, error: { code: 'exec.cpu' } }] as const)
      : ([
          'lets many eat a little each, where no group counts them',
          { ok: true, value: { stdout: 'after\n' } },
        ] as const),
  ])('%s', async (_what, wanted) => {
    expect(await run(many, 60, 1)).toMatchObject(wanted)
  })

  it.each([
    ['waiting', 'sleep 2; echo done'],
    ['a little work', 'echo done'],
  ])('leaves %s alone', async (_what, command) => {
    const ended = await run(command, 1)
    expect(ended.ok && ended.value.stdout).toBe('done\n')
  })

  it('is a share of the machine as well, where a scope can hold one', () => {
    const scope = { systemdRun: '/usr/bin/systemd-run', env: '/usr/bin/env', variables: {} }
    const words = scopeWords(scope, { processes: 1, memoryBytes: 1, weight: 50 })
    expect(words.join(' ')).toContain('-p CPUWeight=50 --')
  })

  it('is set for a program and then enforced, for a shell and for prlimit', () => {
    const layout = { limits: { kind: 'prlimit', file: '/usr/bin/prlimit' } } as never
    expect(jobLine(layout, ['a'], { processes: 1, dataBytes: 1, cpuSeconds: 7 })).toContain(
      "'--cpu=7:9'",
    )
    const shell = { limits: { kind: 'shell', processes: 'p' } } as never
    expect(jobLine(shell, ['a'], { processes: 1, dataBytes: 1024, cpuSeconds: 7 })).toMatch(
      /ulimit -S -t 7 && ulimit -H -t 9/,
    )
  })

  it('ends a server in the same way @whole', async () => {
    const own = join(root, 'server')
    makeOwnFolder(own)
    const started = await runner.start({
      argv: ['/bin/sh', '-c', 'while :; do :; done'],
      env: {},
      home: own,
      cwd: null,
      readOnly: [],
      writable: [],
      proxy: null,
      requires: [],
      limits: { memoryBytes: 1024 ** 3, processes: 32, cpuSeconds: 1 },
      signal: new AbortController().signal,
    })
    if (!started.ok) throw new Error(started.error.text)
    expect(await started.value.exited).toMatchObject({ kind: 'signalled', signal: 'SIGXCPU' })
  })
})

it('is told apart from a command that ends by itself', async () => {
  const ended = (end: ProcessEnd['end']) => ({
    ok: true as const,
    value: { stdout: '', stderr: '', stdoutBytes: 0, stderrBytes: 0, end },
  })
  const run = (end: ProcessEnd['end']) =>
    exec.execute(exec.input.parse({ command: 'x' }), {
      power: { 'proc.run': { run: async () => ended(end) }, 'net.connect': {} },
      signal: new AbortController().signal,
    })
  expect((await run({ kind: 'signalled', signal: 'SIGTERM' })).ok).toBe(true)
  expect((await run({ kind: 'signalled', signal: 'SIGXCPU' })).ok).toBe(false)
})
