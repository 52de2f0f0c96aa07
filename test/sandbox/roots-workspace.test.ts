import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openRunner } from '../../main/sandbox/runner.ts'
import { scratchFolder } from './scratch.ts'

const asRoot = process.platform === 'linux' && process.getuid?.() === 0
const why = asRoot ? '' : ' (needs root: nobody else has such a workspace)'

/** As the system sees them, from outside. */
const ownersOf = (line: string): readonly number[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === line
        ? [statSync(`/proc/${pid}`).uid]
        : []
    } catch {
      return []
    }
  })

describe.runIf(asRoot)(`a command in a workspace of root's own${why}`, () => {
  const root = scratchFolder('roots-workspace')
  const [ws, scratch, closed] = [join(root, 'ws'), join(root, 'scratch'), join(root, 'closed')]
  mkdirSync(ws)
  mkdirSync(scratch)
  mkdirSync(closed, { mode: 0o700 })
  writeFileSync(join(ws, 'mine'), 'before\n', { mode: 0o600 })
  const runner = openRunner({ stop: [], home: join(root, 'home'), scratch, workspace: () => ws })
  beforeAll(() => runner.ready)
  afterAll(() => runner.dispose())
  const run = async (command: string, socket?: string) => {
    const result = await runner
      .power({
        permitted: [{ kind: 'proc.run', command, cwd: ws, zone: 'workspace' }],
        workspace: ws,
        limits: { runTimeMs: 20_000, stdoutBytes: 10_000, stderrBytes: 10_000 },
        signal: new AbortController().signal,
        onOutput: () => {},
        proxy: socket === undefined ? null : { socket },
      })
      .run({ command, cwd: '.', timeoutMs: 20_000 })
    if (!result.ok) throw new Error(result.error.text)
    return result.value
  }

  it('is an ordinary user outside, which the list of protections says', async () => {
    expect(runner.protections().find(({ id }) => id === 'outer-user')).toMatchObject({
      state: 'enforced',
    })
    const running = run('sleep 2.0625')
    await vi.waitFor(() => expect(ownersOf('sleep\x002.0625\x00')).toEqual([61_100]), {
      timeout: 240_000,
    })
    await running
  })

  it('reads and writes what is root’s there, and files come back with the owner they had', async () => {
    const { stdout } = await run('cat mine; echo after > mine; mkdir new; echo x > new/file')
    expect(stdout).toBe('before\n')
    expect(readFileSync(join(ws, 'mine'), 'utf8')).toBe('after\n')
    for (const name of ['mine', 'new', 'new/file'])
      expect(statSync(join(ws, name))).toMatchObject({ uid: 0, gid: 0 })
    expect(statSync(join(ws, 'mine')).mode & 0o777).toBe(0o600)
  })

  it('cannot leave a file behind that runs as root', async () => {
    await run('cp /bin/true tool && chmod 4755 tool')
    expect(statSync(join(ws, 'tool')).mode & 0o7000).toBe(0)
  })

  it('can read no file of root’s that is visible to it elsewhere', async () => {
    const secret = '/usr/share/gatehouse-roots-workspace'
    writeFileSync(secret, 'secret', { mode: 0o600 })
    chmodSync(secret, 0o600)
    const { stdout } = await run(`cat ${secret}`)
    unlinkSync(secret)
    expect(stdout).toBe('')
  })

  it('reaches its proxy, whose socket is root’s', async () => {
    const socket = join(root, 'proxy.sock')
    const server = createServer((inside) => inside.end('from the proxy'))
    await new Promise<void>((resolve) => server.listen(socket, resolve))
    chmodSync(socket, 0o600)
    const node = process.execPath.startsWith('/usr/') ? process.execPath : '/usr/bin/node'
    const ended = await run(
      `${node} -e "require('net').connect(3128,'127.0.0.1').on('data',(d)=>console.log(String(d)))"`,
      socket,
    )
    server.close()
    expect(existsSync(node) ? ended.stdout : 'from the proxy\n').toBe('from the proxy\n')
  })
})
