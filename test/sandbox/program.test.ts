// Long-running programs in the real sandbox: real pipes, real kills.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { makeOwnFolder, ORDINARY } from '../../main/sandbox/linux/host-user.ts'
import type { Program } from '../../main/sandbox/processes/program.ts'
import type { Running } from '../../main/sandbox/processes/running.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import { processesWith, soon } from '../escape/fixture.ts'
import { scratchFolder } from './scratch.ts'
import { landlock } from './profile.ts'

const linux = process.platform === 'linux'
const why = linux
  ? ''
  : ` (skipped on ${process.platform}: its sandbox is not built yet, every program is refused)`
const root = scratchFolder('program')
const [scratch, gatehouse, shown] = [
  join(root, 'scratch'),
  join(root, 'gatehouse'),
  join(root, 'shown'),
]
for (const folder of [scratch, gatehouse, shown]) mkdirSync(folder)
writeFileSync(join(shown, 'f'), 'shown')
writeFileSync(join(gatehouse, 'journal.db'), 'SECRET-OF-HOST')
const runner = openRunner({ stop: [gatehouse], home: join(root, 'home'), scratch })
afterAll(() => runner.dispose())

const mark = (n: number): string => `85${process.pid}.${n}`
let homes = 0
function ownHome(): string {
  homes += 1
  const home = join(root, `own-${homes}`)
  makeOwnFolder(home)
  return home
}
const programOf = (argv: readonly [string, ...string[]], more: Partial<Program> = {}): Program => ({
  argv,
  env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  home: ownHome(),
  cwd: null,
  readOnly: [],
  writable: [],
  limits: { memoryBytes: 1024 ** 3, processes: 64 },
  proxy: null,
  requires: [],
  signal: new AbortController().signal,
  ...more,
})
async function started(...given: Parameters<typeof programOf>): Promise<Running> {
  const result = await runner.start(programOf(...given))
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.text}`)
  return result.value
}
async function all(running: Running): Promise<string> {
  let text = ''
  for await (const chunk of running.stdout) text += String(chunk)
  return text
}
const sh = (script: string, more?: Partial<Program>) => started(['/bin/sh', '-c', script], more)
const refused = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) })

describe.runIf(linux)(`a program${why}`, () => {
  it('talks in lines of JSON, in order, until its input ends', async () => {
    const perl = '$| = 1; while (<STDIN>) { s/"ask"/"answer"/; print; print STDERR "seen $.\\n" }'
    const running = await started(['perl', '-e', perl])
    const lines = createInterface({ input: running.stdout })[Symbol.asyncIterator]()
    for (let id = 1; id <= 50; id += 1) {
      running.stdin.write(`${JSON.stringify({ ask: id, text: 'ünï' })}\n`)
      expect(JSON.parse((await lines.next()).value as string)).toEqual({ answer: id, text: 'ünï' })
    }
    running.stdin.end()
    expect(await running.exited).toEqual({ kind: 'exited', code: 0 })
    expect(running.stderrTail().trimEnd().split('\n').at(-1)).toBe('seen 50')
  })

  it('has exactly the environment it was given, and HOME', async () => {
    const running = await started(['/usr/bin/env'], {
      env: { PATH: '/usr/bin', TOKEN: `it's "a" $secret\n`, EMPTY: '' },
    })
    expect((await all(running)).split('\n').toSorted()).toEqual([
      '',
      '',
      'EMPTY=',
      'HOME=/home/program',
      'PATH=/usr/bin',
      `TOKEN=it's "a" $secret`,
    ])
    expect(await all(await started(['/usr/bin/env'], { env: {} }))).toBe('HOME=/home/program\n')
  })

  it('gets its arguments as they are: no shell reads them', async () => {
    expect(
      await all(await started(['printf', '[%s]', '$HOME', '`id`', "a'b", '', '*', '-n', 'ü\n'])),
    ).toBe("[$HOME][`id`][a'b][][*][-n][ü\n]")
  })

  it('writes in its own folder and where it may, reads what it is shown, and sees no more', async () => {
    const home = ownHome()
    const writable = ownHome()
    const running = await sh(
      `pwd; echo kept >mine; echo kept >${writable}/too; cat ${shown}/f; (echo x >${shown}/g) 2>/dev/null || echo refused; ls -A ${root}; cat ${gatehouse}/journal.db 2>/dev/null; true`,
      { home, readOnly: [shown], writable: [writable] },
    )
    const names = [shown, writable].map((path) => path.slice(root.length + 1)).toSorted()
    expect(await all(running)).toBe(`/home/program\nshownrefused\n${names.join('\n')}\n`)
    expect(readFileSync(join(home, 'mine'), 'utf8')).toBe('kept\n')
    expect(readFileSync(join(writable, 'too'), 'utf8')).toBe('kept\n')
    expect(existsSync(join(shown, 'g'))).toBe(false)
    // Its folder was made for it, so even where Gatehouse is root it is not.
    expect(statSync(join(home, 'mine')).uid).toBe(
      process.getuid?.() === 0 ? ORDINARY.uid : process.getuid?.(),
    )
  })

  it.runIf(landlock > 0)(
    'has Landlock as a second layer, which works without the first one and leaves its own folders writable (skipped where the kernel has no Landlock)',
    async () => {
      const script =
        'echo x >mine && cat mine; (echo x >/proc/self/comm) 2>/dev/null && echo written; (: >/dev/tty) 2>/dev/null; cat /proc/self/comm'
      expect(await all(await sh(script))).toBe('x\ncat\n')
    },
  )

  it('has no network, and is bounded in processes', async () => {
    const running = await sh('cat /proc/net/dev | grep -c :; ulimit -p 2>/dev/null || ulimit -u', {
      limits: { memoryBytes: 1024 ** 3, processes: 40 },
    })
    expect(await all(running)).toBe('1\n40\n')
  })

  it('says how it ended', async () => {
    expect(await (await sh('exit 3')).exited).toEqual({ kind: 'exited', code: 3 })
    expect(await (await sh('kill -SEGV $$')).exited).toEqual({
      kind: 'signalled',
      signal: 'SIGSEGV',
      code: 139,
    })
    expect(await (await started(['no-such-program'])).exited).toEqual({ kind: 'exited', code: 127 })
  })

  it('is refused what it must not be shown, and bad words', async () => {
    const start = (more: Partial<Program>) => runner.start(programOf(['true'], more))
    for (const path of [
      gatehouse,
      join(gatehouse, 'journal.db'),
      '/etc',
      '/',
      root,
      'relative',
      join(root, 'missing'),
      `${shown}/../shown`,
    ]) {
      expect(await start({ readOnly: [path] })).toEqual(refused('sandbox.path'))
    }
    expect(await start({ env: { 'A=B': 'c' } })).toEqual(refused('program.environment'))
    expect(await start({ env: { A: 'c\0' } })).toEqual(refused('command.nul'))
    expect(await start({ env: { A: 'x'.repeat(200_000) } })).toEqual(refused('command.too-long'))
  })

  it('is refused where it needs more than is enforced', async () => {
    const lacking = runner.protections().find(({ state }) => state !== 'enforced')
    const ids = runner.protections().map(({ id }) => id) as Program['requires']
    expect((await runner.start(programOf(['true'], { requires: ids }))).ok).toBe(
      lacking === undefined,
    )
    expect((await runner.start(programOf(['true'], { requires: ['files', 'kill'] }))).ok).toBe(true)
  })
})

describe.runIf(linux)(`its streams${why}`, () => {
  it('echo 200 MB to a slow reader, whole, while little of it is anywhere in main @whole', async () => {
    const running = await started(['cat'])
    const block = Buffer.alloc(64 * 1024, 'gatehouse')
    const [sent, got] = [createHash('sha256'), createHash('sha256')]
    const total = 3200
    const before = process.memoryUsage().rss
    let most = before
    const writing = (async () => {
      for (let at = 0; at < total; at += 1) {
        block.writeUInt32LE(at)
        const bytes = Buffer.from(block)
        sent.update(bytes)
        if (!running.stdin.write(bytes)) await once(running.stdin, 'drain')
      }
      running.stdin.end()
    })()
    // At first it reads nothing at all: then everything must come to a halt.
    await sleep(500)
    const ahead = running.stdin.writableLength
    let bytes = 0
    for await (const chunk of running.stdout) {
      got.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
      most = Math.max(most, process.memoryUsage().rss)
      if (bytes % (8 * 1024 ** 2) < (chunk as Buffer).length) await sleep(2)
    }
    await writing
    expect(await running.exited).toEqual({ kind: 'exited', code: 0 })
    expect({ bytes, hash: got.digest('hex') }).toEqual({
      bytes: total * block.length,
      hash: sent.digest('hex'),
    })
    expect(ahead).toBeGreaterThan(0)
    expect(most - before).toBeLessThan(100 * 1024 ** 2)
  })

  it('keep the end of standard error, however much there is', async () => {
    const running = await sh('head -c 3000000 /dev/zero | tr "\\0" x >&2; echo last >&2')
    expect(await running.exited).toEqual({ kind: 'exited', code: 0 })
    expect(running.stderrTail()).toHaveLength(64 * 1024)
    expect(running.stderrTail().endsWith('xlast\n')).toBe(true)
  })

  it('do no harm when the program reads nothing, or is gone', async () => {
    const deaf = await started(['sleep', '60'])
    for (let at = 0; at < 40; at += 1) deaf.stdin.write(Buffer.alloc(64 * 1024))
    expect(await deaf.kill()).toEqual({ kind: 'killed' })
    const gone = await started(['true'])
    await gone.exited
    gone.stdin.write('too late')
    expect(await all(gone)).toBe('')
  })
})

describe.runIf(linux)(`its end${why}`, () => {
  it('takes everything along that it started, whatever that ignores', async () => {
    const name = mark(1)
    const running = await sh(
      `trap "" TERM HUP INT; (setsid sh -c "trap '' TERM; sleep ${name}; :" </dev/null >/dev/null 2>&1 &); sleep ${name}; sleep ${name}`,
    )
    expect(await soon(() => processesWith(`sleep\0${name}`).length === 2)).toBe(true)
    expect(await running.kill()).toEqual({ kind: 'killed' })
    expect(await soon(() => processesWith(name).length === 0)).toBe(true)
  })

  it('comes by its signal, also by one that was given before', async () => {
    const stop = new AbortController()
    const running = await started(['sleep', mark(2)], { signal: stop.signal })
    stop.abort()
    expect(await running.exited).toEqual({ kind: 'killed' })
    expect(await (await started(['sleep', mark(2)], { signal: stop.signal })).exited).toEqual({
      kind: 'killed',
    })
    expect(await soon(() => processesWith(mark(2)).length === 0)).toBe(true)
  })
})

describe.runIf(linux)(`a program that is granted hosts${why}`, () => {
  it('reaches the proxy outside through its loopback, by both spellings, and nothing else; all of it ends with the kill', async () => {
    const socket = join(root, 'proxy.sock')
    const received: string[] = []
    const server = createServer((connection) => {
      connection.once('data', (bytes: Buffer) => {
        received.push(bytes.toString())
        connection.end('HTTP/1.1 204 OK\r\n\r\n')
      })
    }).listen(socket)
    await once(server, 'listening')
    // The user that a program belongs to has to be able to open it; the folder round it is closed to all
    // others.
    chmodSync(socket, 0o666)
    const ask = (port: string) =>
      `perl -MSocket -e 'socket(S,PF_INET,SOCK_STREAM,0); connect(S,sockaddr_in(${port},inet_aton("127.0.0.1"))) or die "refused\\n"; syswrite S,"GET http://a.example/ HTTP/1.1\\r\\n\\r\\n"; print <S>'`
    const running = await sh(
      `echo $HTTP_PROXY $https_proxy "[$NO_PROXY]"; port=\${HTTP_PROXY##*:}; ${ask("'$port'")}; ${ask('9')}; perl -MSocket -e 'socket(S,PF_UNIX,SOCK_STREAM,0) or die "no socket\\n"'; ls /proc | grep -c '^[0-9]'; sleep ${mark(3)}`,
      {
        proxy: { socket },
      },
    )
    let said = ''
    running.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
    expect(await soon(() => /\n\d+\n$/.test(said), 20_000)).toBe(true)
    expect(said.split('\n').slice(0, 2)).toEqual([
      'http://127.0.0.1:3128 http://127.0.0.1:3128 []',
      'HTTP/1.1 204 OK\r',
    ])
    expect(Number(said.trimEnd().split('\n').at(-1))).toBeLessThan(8)
    expect(running.stderrTail()).toBe('refused\nno socket\n')
    expect(received).toEqual(['GET http://a.example/ HTTP/1.1\r\n\r\n'])
    // Ours, for others may run beside this: as root it is told of a place in the mounts of our
    // helper.
    const relay = `\u00003128\u0000${process.getuid?.() === 0 ? join(tmpdir(), `gatehouse-stage-${process.pid}-`) : socket}`
    expect(processesWith(relay).length).toBeGreaterThan(0)
    await running.kill()
    expect(
      await soon(() => [mark(3), relay].every((name) => processesWith(name).length === 0)),
    ).toBe(true)
    server.close()
  })

  it('says so when its helper cannot be run', async () => {
    const lost = openRunner({
      stop: [],
      home: join(root, 'home'),
      scratch,
      helper: {
        spawner: { file: '/bin/false', args: [], env: {} },
        relay: { file: '/bin/false', args: [], env: {} },
      },
    })
    await lost.ready
    expect(lost.enforced()).toMatchObject({ ok: false, text: expect.stringContaining('helper') })
    await lost.dispose()
  })
})
