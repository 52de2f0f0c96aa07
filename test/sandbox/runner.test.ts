import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openRunner } from '../../main/sandbox/runner.ts'
import { processesWith, soon } from '../escape/fixture.ts'
import { scratchFolder } from './scratch.ts'

const linux = process.platform === 'linux'
const root = scratchFolder('runner')
const [ws, home, gatehouse, scratch] = [
  join(root, 'ws'),
  join(root, 'home'),
  join(root, 'gatehouse'),
  join(root, 'scratch'),
]
for (const folder of [join(ws, 'sub'), home, gatehouse, scratch])
  mkdirSync(folder, { recursive: true })
const runner = openRunner({ stop: [gatehouse], home, scratch })
afterAll(() => runner.dispose())

type Options = {
  cwd?: string
  timeMs?: number
  bytes?: number
  signal?: AbortSignal
  onOutput?: (stream: 'stdout' | 'stderr', text: string) => void
}
function run(
  command: string,
  { cwd = '.', timeMs = 20_000, bytes = 1_000_000, signal, onOutput }: Options = {},
) {
  const power = runner.power({
    permitted: [
      { kind: 'proc.run', command, cwd: cwd === '.' ? ws : join(ws, cwd), zone: 'workspace' },
    ],
    workspace: ws,
    limits: { runTimeMs: timeMs, stdoutBytes: bytes, stderrBytes: bytes },
    signal: signal ?? new AbortController().signal,
    onOutput: onOutput ?? (() => {}),
  })
  return power.run({ command, cwd, timeoutMs: timeMs })
}
const ended = async (...args: Parameters<typeof run>) => {
  const result = await run(...args)
  if (!result.ok) throw new Error(result.error.text)
  return result.value
}
const refused = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) })

const why = linux
  ? ''
  : ` (skipped on ${process.platform}: its sandbox is not built yet, every command is refused)`

describe.runIf(linux)(`a command${why}`, () => {
  it.each([
    ['true', { kind: 'exited', code: 0 }],
    ['false', { kind: 'exited', code: 1 }],
    ['exit 42', { kind: 'exited', code: 42 }],
    ['exit 129', { kind: 'exited', code: 129 }],
    ['no-such-program', { kind: 'exited', code: 127 }],
    ['/etc/passwd', { kind: 'exited', code: 126 }],
    ['kill -KILL $$', { kind: 'signalled', signal: 'SIGKILL' }],
    ['kill -TERM $$', { kind: 'signalled', signal: 'SIGTERM' }],
    ['kill -SEGV $$', { kind: 'signalled', signal: 'SIGSEGV' }],
  ])('ended by %j says so', async (command, end) => {
    expect((await ended(command)).end).toEqual(end)
  })

  it('gives both streams apart, with their sizes', async () => {
    expect(await ended('echo out; echo err >&2')).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      stdoutBytes: 4,
      stderrBytes: 4,
      end: { kind: 'exited', code: 0 },
    })
  })

  it('has nothing to read', async () => {
    expect((await ended('cat; readlink /proc/self/fd/0')).stdout).toBe('/dev/null\n')
  })

  it('has exactly this environment', async () => {
    expect((await ended('env | sort')).stdout.split('\n')).toEqual([
      'GIT_OPTIONAL_LOCKS=0',
      'HOME=/run/gatehouse/home',
      'LANG=C.UTF-8',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      `PWD=${ws}`,
      'TERM=dumb',
      'TMPDIR=/run/gatehouse/tmp',
      'USER=gatehouse',
      'npm_config_update_notifier=false',
      '',
    ])
  })

  it('runs in the folder it was given, at its own path', async () => {
    expect((await ended('pwd')).stdout).toBe(`${ws}\n`)
    expect((await ended('pwd', { cwd: 'sub' })).stdout).toBe(`${join(ws, 'sub')}\n`)
  })

  it('writes in the workspace for good, and in /tmp for itself alone', async () => {
    await ended('echo kept >kept; echo lost >/tmp/lost')
    expect((await ended('cat kept; ls -A /tmp | grep lost; true')).stdout).toBe('kept\n')
    expect(readdirSync(ws)).toContain('kept')
  })

  it('can use pipes, sub-shells, Node-style socket pairs and a hundred processes', async () => {
    expect((await ended('seq 1000 | sort -n | tail -1; x=$(echo sub); echo $x')).stdout).toBe(
      '1000\nsub\n',
    )
    expect((await ended('for i in $(seq 100); do sleep 0.2 & done; wait; echo all')).stdout).toBe(
      'all\n',
    )
  })

  it('runs Node with a child of its own', async () => {
    writeFileSync(
      join(ws, 'child.mjs'),
      "import { execSync } from 'node:child_process'; console.log(execSync('echo from-child').toString().trim(), 6 * 7)",
    )
    const { stdout, end, stderr } = await ended(
      'command -v node >/dev/null || { echo from-child 42; exit; }; node child.mjs',
    )
    expect({ stdout, end, stderr }).toEqual({
      stdout: 'from-child 42\n',
      end: { kind: 'exited', code: 0 },
      stderr: '',
    })
  })

  it('streams whole characters as they come', async () => {
    const parts: [string, string][] = []
    const result = await ended(
      "printf 'a\\342'; sleep 0.1; printf '\\202'; sleep 0.1; printf '\\254b'; echo e >&2",
      {
        onOutput: (stream, text) => parts.push([stream, text]),
      },
    )
    expect(result.stdout).toBe('a€b')
    expect(parts.filter(([stream]) => stream === 'stdout').map(([, text]) => text)).toEqual([
      'a',
      '€b',
    ])
    expect(
      parts
        .filter(([stream]) => stream === 'stderr')
        .map(([, text]) => text)
        .join(''),
    ).toBe('e\n')
  })

  it('may write what is not UTF-8: broken bytes are shown as such, and counted as bytes', async () => {
    expect(await ended("printf '\\377\\376ok\\000\\342\\202'")).toMatchObject({
      stdout: '\uFFFD\uFFFDok\0\uFFFD',
      stdoutBytes: 7,
    })
  })
})

describe.runIf(linux)(`a limit${why}`, () => {
  it('lets exactly as many bytes through and not one more', async () => {
    expect(await ended('head -c 1000 /dev/zero | tr "\\0" x', { bytes: 1000 })).toMatchObject({
      stdoutBytes: 1000,
      end: { kind: 'exited', code: 0 },
    })
    const over = await ended('head -c 1001 /dev/zero | tr "\\0" x; sleep 20', { bytes: 1000 })
    expect(over.end).toEqual({ kind: 'flooded', stream: 'stdout' })
    expect(over.stdout).toBe('x'.repeat(1000))
    expect(over.stdoutBytes).toBeGreaterThan(1000)
  })

  it('cuts no character in half', async () => {
    const { stdout } = await ended('yes € | tr -d "\\n"', { bytes: 100 })
    expect(stdout).toBe('€'.repeat(33))
  })

  it('ends a child that floods both pipes at once, without a dead-lock', async () => {
    const { end, stdout, stderr } = await ended('yes out & yes err >&2', { bytes: 200_000 })
    expect(end.kind).toBe('flooded')
    expect(Math.max(stdout.length, stderr.length)).toBe(200_000)
  })

  it('names standard error when that was the one', async () => {
    expect((await ended('echo few; yes >&2', { bytes: 5000 })).end).toEqual({
      kind: 'flooded',
      stream: 'stderr',
    })
  })

  it('ends one endless line', async () => {
    const { end, stdout } = await ended('tr "\\0" x </dev/zero', { bytes: 3000 })
    expect({ end, length: stdout.length }).toEqual({
      end: { kind: 'flooded', stream: 'stdout' },
      length: 3000,
    })
  })

  it('keeps memory flat over 100 MB of output', async () => {
    const before = process.memoryUsage().rss
    let most = before
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10)
    const flood = await ended('head -c 100000000 /dev/zero', { bytes: 1_000_000 })
    clearInterval(timer)
    expect(flood.end).toEqual({ kind: 'flooded', stream: 'stdout' })
    expect(flood.stdout).toHaveLength(1_000_000)
    expect(most - before).toBeLessThan(60_000_000)
  })

  it('takes a hundred megabytes where they are allowed @whole', async () => {
    expect((await ended('head -c 100000000 /dev/zero', { bytes: 100_000_000 })).stdoutBytes).toBe(
      100_000_000,
    )
  })
})

describe.runIf(linux)(`the end${why}`, () => {
  const mark = (n: number): string => `83${process.pid}.${n}`

  it('comes at the time limit, the shorter of the two', async () => {
    // Where nothing ended it, this test would never end.
    expect((await ended('echo started; sleep 6000', { timeMs: 400 })).end).toEqual({
      kind: 'timed-out',
    })
  })

  it('keeps what was said before it @whole', async () => {
    // The limit counts from the start, and a busy machine may need all of a short one to begin.
    for (const timeMs of [2_500, 10_000, 40_000]) {
      const { stdout, end } = await ended('echo started; sleep 6000', { timeMs })
      expect(end).toEqual({ kind: 'timed-out' })
      if (stdout === 'started\n') return
      expect(stdout).toBe('')
    }
    expect.unreachable('nothing was kept')
  })

  it('takes a child that ignores every signal it can, and a daemon that left the session', async () => {
    const name = mark(1)
    const command = `trap "" TERM HUP INT; (setsid sh -c "trap '' TERM HUP; sleep ${name}; :" </dev/null >/dev/null 2>&1 &); sleep ${name}; sleep ${name}`
    const stop = new AbortController()
    const running = ended(command, { signal: stop.signal })
    expect(await soon(() => processesWith(`sleep\0${name}`).length === 2)).toBe(true)
    stop.abort()
    expect((await running).end).toEqual({ kind: 'cancelled' })
    expect(await soon(() => processesWith(name).length === 0)).toBe(true)
  })

  it('leaves no daemon behind when the command itself is done', async () => {
    const name = mark(2)
    expect(await ended(`(setsid sleep ${name} &) ; echo done`)).toMatchObject({
      stdout: 'done\n',
      end: { kind: 'exited', code: 0 },
    })
    expect(await soon(() => processesWith(name).length === 0)).toBe(true)
  })

  it('comes when the call is cancelled, before or during', async () => {
    const stop = new AbortController()
    const name = mark(3)
    const running = ended(`sleep ${name}`, { signal: stop.signal })
    expect(await soon(() => processesWith(`sleep\0${name}`).length > 0)).toBe(true)
    stop.abort()
    expect((await running).end).toEqual({ kind: 'cancelled' })
    expect(processesWith(name)).toEqual([])
    expect(await ended('echo never >never', { signal: stop.signal })).toMatchObject({
      stdout: '',
      end: { kind: 'cancelled' },
    })
    expect(readdirSync(ws)).not.toContain('never')
  })
})

describe.runIf(linux)(`the power to run${why}`, () => {
  const powerOver = (workspace: string, command = 'true', cwd = workspace) =>
    runner
      .power({
        permitted: [{ kind: 'proc.run', command, cwd, zone: 'workspace' }],
        workspace,
        limits: { runTimeMs: 5000, stdoutBytes: 1000, stderrBytes: 1000 },
        signal: new AbortController().signal,
        onOutput: () => {},
      })
      .run({ command, cwd, timeoutMs: 5000 })

  it('is over exactly the permitted command in the permitted folder', async () => {
    const power = runner.power({
      permitted: [
        { kind: 'proc.run', command: 'true', cwd: ws, zone: 'workspace' },
        { kind: 'fs.read', path: ws, zone: 'workspace', is: 'folder' },
      ],
      workspace: ws,
      limits: { runTimeMs: 5000, stdoutBytes: 1000, stderrBytes: 1000 },
      signal: new AbortController().signal,
      onOutput: () => {},
    })
    expect(await power.run({ command: 'true ', cwd: '.', timeoutMs: 1000 })).toEqual(
      refused('command.outside-permit'),
    )
    expect(await power.run({ command: 'true', cwd: 'sub', timeoutMs: 1000 })).toEqual(
      refused('command.outside-permit'),
    )
    expect(await power.run({ command: 'true', cwd: ws, timeoutMs: 1000 })).toMatchObject({
      ok: true,
    })
  })

  it.each(['..', '/', '/usr', home])('does not reach the folder %s', async (cwd) => {
    expect(await run('true', { cwd })).toEqual(refused('path.outside'))
  })

  it('does not reach a folder that is none or not there', async () => {
    writeFileSync(join(ws, 'file'), '')
    expect(await run('true', { cwd: 'file' })).toEqual(refused('path.not-folder'))
    expect(await run('true', { cwd: 'none' })).toEqual(refused('path.not-folder'))
  })

  it('refuses a workspace that holds a closed place or the system', async () => {
    expect(await powerOver(root)).toEqual(refused('sandbox.workspace'))
    mkdirSync(join(home, '.ssh'), { recursive: true })
    expect(await powerOver(home)).toEqual(refused('sandbox.workspace'))
    for (const wide of ['/', '/usr', '/usr/lib', '/tmp', '/etc'])
      expect(await powerOver(wide)).toEqual(refused('sandbox.workspace'))
    expect(await powerOver('/proc')).toEqual(refused('path.outside'))
    expect(await powerOver(gatehouse)).toEqual(refused('path.outside'))
  })

  it('refuses once the workspace has vanished', async () => {
    const fleeting = join(root, 'fleeting')
    mkdirSync(fleeting)
    rmSync(fleeting, { recursive: true })
    expect(await powerOver(fleeting)).toEqual(refused('workspace.missing'))
  })

  it('says clearly what cannot be a command', async () => {
    expect(await run('echo a\0b')).toEqual(refused('command.nul'))
    expect(await run(`: ${'x'.repeat(200_000)}`)).toEqual(refused('command.too-long'))
  })

  it('works in folders with odd names', async () => {
    const odd = join(root, `o'd "d" $x ü`)
    mkdirSync(join(odd, '.git/hooks'), { recursive: true })
    expect(await powerOver(odd, 'echo x >f; echo x >.git/hooks/h; ls')).toMatchObject({
      ok: true,
      value: { stdout: 'f\n' },
    })
  })
})
