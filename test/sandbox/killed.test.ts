// What is said of a command that SIGKILL ended: whether it was ended for its memory, whether the shell or
// the relay around it was, and no more than that where nobody can know. Real commands in the real sandbox.
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRunner } from '../../main/sandbox/runner.ts'
import { exec } from '../../tools/exec.ts'
import { processesWith, soon } from '../escape/fixture.ts'
import { scratchFolder } from './scratch.ts'

const root = scratchFolder('killed')
const [ws, home, scratch] = [join(root, 'ws'), join(root, 'home'), join(root, 'scratch')]
for (const folder of [ws, home, scratch]) mkdirSync(folder)
const runner = openRunner({ stop: [], home, scratch })
beforeAll(() => runner.ready)
afterAll(() => runner.dispose())

const bounded = () =>
  runner.protections().find(({ id }) => id === 'memory')?.state === 'enforced' &&
  process.getuid?.() === 0

async function run(command: string, socket?: string) {
  let live = ''
  const power = runner.power({
    permitted: [{ kind: 'proc.run', command, cwd: ws, zone: 'workspace' }],
    workspace: ws,
    limits: { runTimeMs: 60_000, stdoutBytes: 10_000, stderrBytes: 10_000 },
    signal: new AbortController().signal,
    onOutput: (stream, text) => {
      if (stream === 'stderr') live += text
    },
    proxy: socket === undefined ? null : { socket },
  })
  const context = { power: { 'proc.run': power, 'net.connect': {} }, signal: AbortSignal.any([]) }
  const result = await exec.execute(exec.input.parse({ command }), context)
  return { result, live }
}

const named = (pid: string): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
const parentOf = (pid: string): string =>
  /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'

/** The processes around one, from the inside out. */
function around(pid: string): readonly string[] {
  const above = parentOf(pid)
  return above === '0' || above === String(process.pid) ? [] : [above, ...around(above)]
}

async function theOne(mark: string): Promise<string> {
  expect(await soon(() => processesWith(mark).length === 1)).toBe(true)
  return processesWith(mark)[0] ?? '0'
}

const killedText = 'The first process of its sandbox was killed (SIGKILL), by something outside'

describe.runIf(process.platform === 'linux')(
  'a command (skipped elsewhere: its sandbox is not built there)',
  () => {
    it.each([
      ['kills itself', 'echo said >&2; kill -9 $$'],
      ['ends as one that is killed', 'echo said >&2; exit 137'],
      ['becomes a program that is killed', `echo said >&2; exec sh -c 'kill -9 $$'`],
    ])(
      'that %s is said to have ended so, and nothing of ours is in its streams',
      async (_, line) => {
        const { result, live } = await run(line)
        expect({ result, live }).toEqual({
          result: {
            ok: true,
            value: {
              stdout: '',
              stderr: 'said\n',
              text: '[stderr]\nsaid\n[ended by SIGKILL: its own, or from outside Gatehouse]',
            },
          },
          live: 'said\n',
        })
      },
    )

    it.each([
      ['the shell around it', 'echo said >&2; kill -9 $PPID; sleep 5'],
      ['all of its sandbox', 'echo said >&2; kill -9 -1; sleep 5'],
    ])('that kills %s is not said to have ended by itself', async (_, line) => {
      const { result, live } = await run(line)
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'sandbox.killed', text: expect.stringContaining(killedText) as string },
      })
      expect(live).toBe('said\n')
    })

    it('is not said to have ended by itself where its first process is killed from outside', async () => {
      const mark = `9.${process.pid}`
      const running = run(`sleep ${mark}; true`)
      const inside = around(await theOne(`sleep\0${mark}`))
      const first = inside[inside.findIndex((pid) => named(pid) === 'bwrap') - 1]
      process.kill(Number(first), 'SIGKILL')
      expect((await running).result).toMatchObject({ ok: false, error: { code: 'sandbox.killed' } })
    })

    it('is not said to have ended by itself where its relay is killed', async () => {
      const socket = join(root, 'proxy.sock')
      const server = createServer((inside) => inside.end())
      await new Promise<void>((resolve) => server.listen(socket, resolve))
      const mark = `8.${process.pid}`
      const running = run(`sleep ${mark}; true`, socket)
      const relay = around(await theOne(`sleep\0${mark}`)).find(
        (pid) =>
          readFileSync(`/proc/${pid}/cmdline`, 'utf8')
            .split('\0')
            .some((word) => /relay/.test(word)) && named(pid) !== 'bwrap',
      )
      process.kill(Number(relay), 'SIGKILL')
      expect((await running).result).toMatchObject({ ok: false, error: { code: 'sandbox.killed' } })
      expect((await run('kill -9 $$', socket)).result).toMatchObject({
        ok: true,
        value: { text: expect.stringContaining('ended by SIGKILL') as string },
      })
      server.close()
    })

    it('hears what it wrote that only looked like the mark of ours', async () => {
      const { result, live } = await run('printf "a\\ngatehouse-" >&2; sleep 0.1; printf gate >&2')
      expect([result.ok && result.value.stderr, live]).toEqual([
        'a\ngatehouse-gate',
        'a\ngatehouse-gate',
      ])
    })

    it('that the kernel ends for its memory is said to be, with the limit (where a group holds it) @whole', async () => {
      if (!bounded()) return
      // Each within its own bound, together above that of the tree; one of both is ended.
      const half = `perl -e '$x = "x" x (1500*1024*1024); sleep 5'`
      const { result } = await run(
        `${half} & a=$!; ${half}; r=$?; wait $a; s=$?; [ $r = 0 ] && exit $s; exit $r`,
      )
      expect(result).toMatchObject({
        ok: false,
        error: {
          code: 'exec.memory',
          text: expect.stringContaining(
            '[stopped by the kernel for its memory; a command may use 4096 MB]',
          ) as string,
        },
      })
    }, 600_000)
  },
)
