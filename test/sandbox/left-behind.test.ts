// What a command writes outside the workspace fails, or its result names it: nothing is lost without
// a word. Real commands in the real sandbox.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { LEFT_SAYS } from '../../main/sandbox/linux/left-behind.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import { scratchFolder } from './scratch.ts'

const root = scratchFolder('left-behind')
const deep = join(root, 'parent', 'ws')
const [home, gatehouse, scratch] = ['home', 'gatehouse', 'scratch'].map((name) => join(root, name))
for (const folder of [deep, home, gatehouse, scratch])
  mkdirSync(folder as string, { recursive: true })
/** Directly in /tmp, which stays writable: many programs write there whatever they are told. */
const shallow = mkdtempSync('/tmp/gatehouse-left-')
const varTmp = mkdtempSync('/var/tmp/gatehouse-left-')
const runner = openRunner({
  stop: [gatehouse as string],
  home: home as string,
  scratch: scratch as string,
})
afterAll(async () => {
  await runner.dispose()
  for (const folder of [shallow, varTmp]) rmSync(folder, { recursive: true, force: true })
})

async function run(workspace: string, command: string, timeoutMs = 20_000) {
  const ended = await runner
    .power({
      permitted: [{ kind: 'proc.run', command, cwd: workspace, zone: 'workspace' }],
      workspace,
      limits: { runTimeMs: 20_000, stdoutBytes: 100_000, stderrBytes: 100_000 },
      signal: new AbortController().signal,
      onOutput: () => {},
    })
    .run({ command, cwd: '.', timeoutMs })
  if (!ended.ok) throw new Error(ended.error.text)
  return ended.value
}
const left = (names: string): string => `${LEFT_SAYS}: ${names}\n`
const long = new Date(Date.now() - 60_000)

describe.runIf(process.platform === 'linux')(
  'a command (skipped elsewhere: its sandbox is not built there)',
  () => {
    beforeEach(() => {
      for (const workspace of [deep, shallow]) {
        rmSync(join(workspace, 'sub'), { recursive: true, force: true })
        mkdirSync(join(workspace, 'sub'))
        for (const name of ['a', 'sub/b']) {
          writeFileSync(join(workspace, name), 'kept?')
          utimesSync(join(workspace, name), long, long)
        }
      }
    })

    it.runIf(deep.startsWith(`${tmpdir()}/`))(
      'cannot write beside a workspace that lies in a folder of /tmp (skipped where the temporary folder is none of these)',
      async () => {
        for (const line of ['mv a ../b', 'echo x >../x', 'mkdir ../../y', `mv a ${root}/b`]) {
          const { end, stderr } = await run(deep, line)
          expect([line, end]).not.toEqual([line, { kind: 'exited', code: 0 }])
          expect(stderr).toMatch(/read-only/i)
          expect(readdirSync(deep)).toContain('a')
        }
      },
    )

    it.each([
      ['mv a ../b', '/tmp/b'],
      ['mv a /tmp/b', '/tmp/b'],
      ['mv a /var/tmp/b', '/tmp/b'],
      ['mv a /dev/shm/b', '/dev/shm/b'],
      ['mv sub /tmp/.b', '/tmp/.b'],
      ['mv a ..b; mv ..b /tmp/', '/tmp/..b'],
      ['ln -s a /tmp/link', '/tmp/link'],
      ['echo x > ~/.bashrc', '~/.bashrc'],
      ['mv a ~', '~/a'],
      ['mkdir -p ~/.cache; mv a ~/.cache/a', '~/.cache/a'],
      ['mv a "$TMPDIR"', '$TMPDIR/a'],
      ['cd "$(mktemp -d $TMPDIR/d.XXXX)"; mv "$OLDPWD/sub" ../s', '$TMPDIR/s'],
      ['mv a "/tmp/two words"; echo y >~/"it\'s"', "/tmp/two words, ~/it's"],
      [
        'cd /tmp; for i in $(seq -w 25); do : > f$i; done',
        `${Array.from({ length: 20 }, (_, at) => `/tmp/f${String(at + 1).padStart(2, '0')}`).join(', ')} and 5 more`,
      ],
    ])('%j ends with 0 and its result names %s', async (line, names) => {
      const { end, stderr } = await run(shallow, line)
      expect([end, stderr]).toEqual([{ kind: 'exited', code: 0 }, left(names)])
    })

    it.each([
      ['in the foreground', 'mv a /tmp/; echo out; echo err >&2; sleep 600'],
      [
        'behind shells that ignore signals',
        `mv a /tmp/; echo out; echo err >&2; trap '' TERM INT HUP; sh -c 'sh -c "sleep 600"; :'; :`,
      ],
      [
        'with a child in the background',
        'mv a /tmp/; echo out; echo err >&2; setsid sleep 600 & sleep 600',
      ],
      [
        'behind a program that looks like the shell that looks',
        `mv a /tmp/; echo out; echo err >&2; exec sh -c 'sleep 600; : GATEHOUSE_END' gatehouse x`,
      ],
    ])('that reaches its time limit names it all the same, %s @whole', async (_how, line) => {
      const ended = await run(shallow, line, 1_500)
      // Of a shell that outlived its child for a moment.
      const stderr = ended.stderr.replace(/^Killed\n/m, '')
      expect([ended.end, ended.stdout, stderr]).toEqual([
        { kind: 'timed-out' },
        'out\n',
        `err\n${left('/tmp/a')}`,
      ])
    })

    it('is not told about the workspace itself, wherever that is', async () => {
      for (const workspace of [deep, shallow, varTmp])
        expect((await run(workspace, 'echo x > new; rm new')).stderr).toBe('')
      expect((await run(varTmp, 'echo x > ../new')).stderr).toBe(left('/tmp/new'))
    })

    it('keeps its own exit code, and the signal that ended it', async () => {
      for (const [line, end] of [
        ['mv a /tmp/; exit 3', { kind: 'exited', code: 3 }],
        ['mv a /tmp/; kill -KILL $$', { kind: 'signalled', signal: 'SIGKILL' }],
      ] as const) {
        writeFileSync(join(shallow, 'a'), '')
        const ended = await run(shallow, line)
        expect([ended.end, ended.stderr]).toEqual([end, left('/tmp/a')])
      }
    })

    it('is not told about what programs leave in their temporary folder and their caches', async () => {
      const { stdout, stderr } = await run(
        shallow,
        'mktemp >/dev/null; mkdir -p ~/.npm/_logs ~/.cache/x; echo y >~/.cache/x/y; echo t >$TMPDIR/t; cat $TMPDIR/t; cp a $TMPDIR/copy; ls ~ $TMPDIR >/dev/null',
      )
      expect([stdout, stderr]).toEqual(['t\n', ''])
    })
  },
)
