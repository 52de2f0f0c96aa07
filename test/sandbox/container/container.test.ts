import { fork, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pathPattern } from '../../../main/gate/path-glob.ts'
import { buildImage, imageName } from '../../../main/sandbox/container/image.ts'
import { openRunner } from '../../../main/sandbox/runner.ts'
import type { Runner } from '../../../main/sandbox/runner-powers.ts'
import { scratchFolder } from '../scratch.ts'
import { preparePodman } from './fixture.ts'

const podman = preparePodman()
const root = scratchFolder('container')
const [ws, scratch, outside] = [join(root, 'ws'), join(root, 'scratch'), join(root, 'outside')]
for (const folder of [join(ws, 'sub'), join(ws, 'private'), scratch, outside])
  mkdirSync(folder, { recursive: true })
writeFileSync(join(outside, 'letter'), 'hello')
writeFileSync(join(ws, 'private', 'key'), 'secret')
mkdirSync(join(ws, 'sub', 'deep'))
writeFileSync(join(ws, 'sub', 'deep', 'a.pem'), 'secret')
writeFileSync(join(outside, 'b.key'), 'secret')
linkSync(join(ws, 'private', 'key'), join(ws, 'twin'))
linkSync(join(ws, 'sub', 'deep', 'a.pem'), join(ws, 'sub', 'twin'))
linkSync(join(outside, 'b.key'), join(ws, 'sub', 'outside-twin'))
symlinkSync('private', join(ws, 'link'))
/** As root somebody else's folder, to see whose the files are that come back. */
const owner = process.getuid?.() === 0 ? 61_234 : (process.getuid?.() ?? 0)
if (process.getuid?.() === 0)
  for (const path of ['.', 'sub', 'sub/deep', 'sub/deep/a.pem', 'private', 'private/key'])
    chownSync(join(ws, path), owner, owner)

/** The person's own STOP list: a folder, a wildcard, and a place outside that only a wildcard names. */
const stopped = [`${ws}/private`, '**/*.pem', '~/outside/**/*.key'].map((pattern) =>
  pathPattern(pattern, { workspace: ws, home: root, foldsCase: false }),
)

type Asked = {
  cwd?: string
  timeMs?: number
  bytes?: number
  signal?: AbortSignal
  onOutput?: () => void
  socket?: string
}

// Said in the name, so that nobody takes a machine without Podman for one where this was shown.
const why = podman.kind === 'there' ? '' : ` (skipped: ${podman.why})`
describe.runIf(podman.kind === 'there')(`a command in a container${why}`, () => {
  let runner: Runner
  beforeAll(async () => {
    if (podman.kind !== 'there') return
    const built = await buildImage(podman.config, () => {})
    if (!built.ok) throw new Error(built.error.text)
    runner = openRunner({
      stop: [],
      home: join(root, 'home'),
      scratch,
      workspace: () => ws,
      container: () => podman.config,
      ownStop: () => stopped,
    })
    await runner.ready
  }, 600_000)
  afterAll(async () => {
    await runner.dispose()
    if (podman.kind !== 'there') return
    spawnSync('/usr/bin/podman', ['image', 'rm', '--force', imageName(podman.config.image)])
    podman.remove()
  })
  const run = async (command: string, asked: Asked = {}) => {
    const { cwd = '.', timeMs = 60_000, bytes = 100_000 } = asked
    const result = await runner
      .power({
        permitted: [
          { kind: 'proc.run', command, cwd: cwd === '.' ? ws : join(ws, cwd), zone: 'workspace' },
        ],
        workspace: ws,
        limits: { runTimeMs: timeMs, stdoutBytes: bytes, stderrBytes: bytes, cpuSeconds: 2 },
        signal: asked.signal ?? new AbortController().signal,
        onOutput: asked.onOutput ?? (() => {}),
        proxy: asked.socket === undefined ? null : { socket: asked.socket },
      })
      .run({ command, cwd, timeoutMs: timeMs })
    if (!result.ok) throw new Error(result.error.text)
    return result.value
  }
  const left = () =>
    spawnSync(
      '/usr/bin/podman',
      ['ps', '--all', '--filter', `label=gatehouse.process=${process.pid}`, '--quiet'],
      {
        encoding: 'utf8',
      },
    ).stdout.trim()

  it('has every indispensable protection, proved by a trial', async () => {
    expect(
      Object.fromEntries(runner.protections().map(({ id, state }) => [id, state])),
    ).toMatchObject({
      files: 'enforced',
      network: 'enforced',
      processes: 'enforced',
      seccomp: 'enforced',
      privileges: 'enforced',
      'outer-user': 'enforced',
      kill: 'enforced',
      limits: 'enforced',
      memory: 'enforced',
    })
    expect(await runner.found()).toMatchObject({ kind: 'container' })
  })

  it.each([
    ['exit 42', { kind: 'exited', code: 42 }],
    ['no-such-program', { kind: 'exited', code: 127 }],
    ['kill -KILL $$', { kind: 'signalled', signal: 'SIGKILL' }],
    ['while :; do :; done', { kind: 'signalled', signal: 'SIGXCPU' }],
  ])('ended by %j says so @whole', async (command, end) => {
    expect((await run(command)).end).toEqual(end)
  })

  it('gives both streams apart, in the folder it was asked for @whole', async () => {
    expect(await run('pwd; echo err >&2; exit 3', { cwd: 'sub' })).toEqual({
      stdout: `${join(ws, 'sub')}\n`,
      stderr: 'err\n',
      stdoutBytes: join(ws, 'sub').length + 1,
      stderrBytes: 4,
      end: { kind: 'exited', code: 3 },
    })
  })

  it('gives the workspace back what it made, with the owner the workspace has @whole', async () => {
    await run('mkdir made; echo yes > made/file')
    expect(readFileSync(join(ws, 'made', 'file'), 'utf8')).toBe('yes\n')
    expect(statSync(join(ws, 'made', 'file')).uid).toBe(owner)
  })

  it('sees nothing of this machine but the workspace, and none of our environment @whole', async () => {
    process.env['GATEHOUSE_TEST_SECRET'] = 'sesame'
    const { stdout } = await run(
      `cat ${join(outside, 'letter')}; cat private/key; env; cat /proc/1/environ; ls /home /root`,
    )
    delete process.env['GATEHOUSE_TEST_SECRET']
    expect(stdout).not.toMatch(/hello|secret|sesame|PROXY/)
    expect(stdout).toContain('HOME=/run/gatehouse/home')
  })

  it('reads and moves nothing of the STOP list, by none of its names', async () => {
    const { stdout, stderr } = await run(
      `cat private/key twin link/key sub/deep/a.pem sub/twin sub/outside-twin
      mv private moved; mv sub/deep shallow; ln twin other; rm -rf private
      cat */* */*/* other /proc/self/root${ws}/private/key; find . -type f -exec cat {} +; echo over`,
    )
    expect(stdout + stderr).not.toContain('secret')
    expect(stdout).toContain('over')
    expect(readFileSync(join(ws, 'private', 'key'), 'utf8')).toBe('secret')
    expect(readFileSync(join(ws, 'sub', 'deep', 'a.pem'), 'utf8')).toBe('secret')
  })

  it('has its output withheld where something of the STOP list appears meanwhile @whole', async () => {
    const running = run('touch begun; until [ -e done ]; do sleep 0.05; done; cat sub/late.pem')
    await vi.waitFor(() => expect(existsSync(join(ws, 'begun'))).toBe(true), { timeout: 240_000 })
    writeFileSync(join(ws, 'sub', 'late.pem'), 'secret')
    writeFileSync(join(ws, 'done'), '')
    await expect(running).rejects.toThrow(/STOP list/)
    rmSync(join(ws, 'sub', 'late.pem'))
  })

  it('writes nowhere else, and names what it left in places that are thrown away @whole', async () => {
    const { stderr } = await run('echo x > /usr/bin/x; echo x > /x; echo x > /tmp/kept; true')
    expect(stderr).toContain('written outside the workspace')
    expect(stderr).toContain('/tmp/kept')
    expect(existsSync('/tmp/kept')).toBe(false)
  })

  it('reaches no network and no local socket @whole', async () => {
    const socket = join(ws, 'agent.sock')
    const server = createServer(() => {})
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    const connect = (to: string) =>
      `node -e "require('net').connect(${to}).on('connect',()=>console.log('through')).on('error',(e)=>console.log(e.code))"`
    expect((await run(connect(`'${socket}'`))).stdout).toBe('EPERM\n')
    expect((await run(connect(`80,'192.0.2.1'`))).stdout).toBe('ENETUNREACH\n')
    server.close()
  })

  it('reaches what its proxy leads to and nothing else @whole', async () => {
    const socket = join(root, 'proxy.sock')
    const server = createServer((inside) => inside.end('from the proxy'))
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    if (process.getuid?.() === 0) chownSync(socket, owner, owner)
    const command = `node -e "require('net').connect(3128,'127.0.0.1').on('data',(d)=>console.log(String(d)))"; echo $HTTPS_PROXY`
    expect(await run(command, { socket })).toMatchObject({
      stdout: 'from the proxy\nhttp://127.0.0.1:3128\n',
      stderr: '',
    })
    server.close()
  })

  it('reaches no local socket with granted hosts either, and not the one of the proxy @whole', async () => {
    const [socket, local] = [join(root, 'way.sock'), join(ws, 'agent.sock')]
    const servers = [socket, local].map((path) => {
      const server = createServer((inside) => inside.end('reached'))
      server.listen(path)
      return server
    })
    await vi.waitFor(() => expect([socket, local].map(existsSync)).toEqual([true, true]), {
      timeout: 240_000,
    })
    if (process.getuid?.() === 0) for (const path of [socket, local]) chownSync(path, owner, owner)
    const attack = `
      const net = require('net'), fs = require('fs')
      const said = (name, text) => console.log(name + ' ' + text)
      const go = (name, to) => net.connect(to).on('data', (d) => said(name, d)).on('error', (e) => said(name, e.code))
      go('socket', '${local}')
      go('proxy', '/run/gatehouse/proxy')
      go('abstract', String.fromCharCode(0) + 'name')
      go('hosts', { port: 3128, host: '127.0.0.1' })
      go('elsewhere', { port: 80, host: '192.0.2.1' })
      said('folder', fs.existsSync('/run/gatehouse/proxy') || fs.existsSync('/run/gatehouse/relay.mts'))
      said('processes', fs.readdirSync('/proc').filter((n) => /^[0-9]+$/.test(n)).length < 12)`
    writeFileSync(join(ws, 'attack.js'), attack)
    const { stdout } = await run('node attack.js', { socket })
    for (const server of servers) server.close()
    expect(stdout.trim().split('\n').toSorted()).toEqual([
      'abstract EPERM',
      'elsewhere ENETUNREACH',
      'folder false',
      'hosts reached',
      'processes true',
      'proxy EPERM',
      'socket EPERM',
    ])
    expect(left()).toBe('')
  })

  it('reports to the proxy what it tried past it, and takes the way along when it is stopped @whole', async () => {
    const socket = join(root, 'reported.sock')
    const received: string[] = []
    const server = createServer((inside) =>
      inside
        .on('error', () => {})
        .on('data', (data) => {
          received.push(String(data).split(' HTTP')[0] ?? '')
          inside.end()
        }),
    )
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    if (process.getuid?.() === 0) chownSync(socket, owner, owner)
    const tries = `require('net').connect(80,'192.0.2.1').on('error',()=>{})`
    await run(`node -e "${tries}"`, { socket })
    expect(received).toEqual(['REPORT /address'])
    const stop = new AbortController()
    const ended = await run('echo begun; sleep 300', {
      socket,
      signal: stop.signal,
      onOutput: () => stop.abort(),
    })
    server.close()
    expect([ended.end, left()]).toEqual([{ kind: 'cancelled' }, ''])
  })

  it('is gone with everything it started when it is stopped, at its time and at its output @whole', async () => {
    const stop = new AbortController()
    const ended = run('echo begun; (setsid sleep 300 &); sleep 300', {
      signal: stop.signal,
      onOutput: () => stop.abort(),
    })
    expect((await ended).end).toEqual({ kind: 'cancelled' })
    expect((await run('sleep 300', { timeMs: 1500 })).end).toEqual({ kind: 'timed-out' })
    const flood = await run('while :; do echo more; done', { bytes: 1000 })
    expect(flood.end).toEqual({ kind: 'flooded', stream: 'stdout' })
    expect(flood.stdout).toHaveLength(1000)
    expect(left()).toBe('')
  })

  it('leaves nothing behind when Gatehouse itself is killed @whole', async () => {
    if (podman.kind !== 'there') return
    const mark = join(ws, 'mark')
    const options = { workspace: ws, home: root, stop: [], scratch, container: podman.config }
    const gatehouse = fork('test/escape/runner-process.ts', [JSON.stringify(options)])
    const command = `echo $$ > ${mark}; (setsid sleep 300 &); sleep 300`
    gatehouse.send({ id: 1, command, timeMs: 200_000, bytes: 1000, way: 'plain' })
    const running = () =>
      spawnSync(
        '/usr/bin/podman',
        ['ps', '--quiet', '--filter', `label=gatehouse.process=${gatehouse.pid}`],
        {
          encoding: 'utf8',
        },
      ).stdout.trim()
    await vi.waitFor(() => expect(existsSync(mark)).toBe(true), { timeout: 240_000, interval: 200 })
    expect(running()).not.toBe('')
    gatehouse.kill('SIGKILL')
    await vi.waitFor(() => expect(running()).toBe(''), { timeout: 240_000, interval: 500 })
  })

  it('cannot have more processes than it is given @whole', async () => {
    const { stdout } = await run(
      'i=0; while [ $i -lt 400 ]; do sleep 20 & i=$((i+1)); done 2>/dev/null; set -- /proc/[0-9]*; echo $#',
    ).catch((error: Error) => ({ stdout: error.message }))
    expect(Number(stdout.trim() || 0)).toBeLessThan(300)
  })

  it('cannot change what Git would run, and what it plants is said @whole', async () => {
    spawnSync('git', ['init', '--quiet', join(ws, 'repo')])
    if (process.getuid?.() === 0) spawnSync('chown', ['-R', `${owner}`, join(ws, 'repo')])
    const ended = await run(
      'echo x > repo/.git/hooks/pre-commit; mkdir new; mkdir new/.git; echo "[core]" > new/.git/config',
    )
    expect(existsSync(join(ws, 'repo/.git/hooks/pre-commit'))).toBe(false)
    expect(ended).toHaveProperty('planted')
  })
})
