// The optional library for real, on Linux; what it does on macOS and Windows cannot be tried here.
import { SandboxRuntimeConfigSchema } from '@anthropic-ai/sandbox-runtime'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  environmentFor,
  libraryBackend,
  type LibrarySession,
} from '../../main/sandbox/library-backend.ts'
import { libraryConfig, type LibraryInside } from '../../main/sandbox/library-config.ts'
import { scratchFolder } from './scratch.ts'

const root = scratchFolder('library')
const [workspace, tmp, closed] = [join(root, 'w*s'), join(root, 'tmp'), join(root, 'closed')]
for (const folder of [workspace, tmp, closed, join(workspace, 'hooks')]) mkdirSync(folder)
const inside = (hosts: readonly string[]): LibraryInside => ({
  workspace,
  tmp,
  guarded: [join(workspace, 'hooks')],
  closed: [closed],
  hosts,
})
const runs =
  process.platform === 'linux' &&
  ['bwrap', 'socat', 'rg'].every((name) => existsSync(`/usr/bin/${name}`))

describe('libraryConfig', () => {
  it.each(['linux', 'darwin', 'win32'])('is what the library takes, on %s', (platform) => {
    const config = libraryConfig(inside(['example.org:443', '*.example.org']), platform)
    expect(SandboxRuntimeConfigSchema.safeParse(config)).toMatchObject({ success: true })
    expect(config).toMatchObject({
      network: {
        allowedDomains: ['example.org:443', '*.example.org'],
        strictAllowlist: true,
        allowLocalBinding: false,
      },
      allowAppleEvents: false,
    })
  })

  it('marks every path as one, so that none is read as a pattern', () => {
    const { filesystem } = libraryConfig(inside([]), 'darwin')
    const lists = [
      filesystem.denyRead,
      filesystem.allowRead ?? [],
      filesystem.allowWrite,
      filesystem.denyWrite,
    ]
    expect(lists.flat().filter((entry) => typeof entry === 'string' || !entry.literal)).toEqual([])
    expect(filesystem.denyRead).toContainEqual({ path: '/Users', literal: true })
    expect(filesystem.denyRead).toContainEqual({ path: closed, literal: true })
  })
})

describe('environmentFor', () => {
  const ours = { PATH: '/mine', SECRET: 's', SystemRoot: 'C:\\Windows', HOME: '/home/me' }
  it.each(['linux', 'darwin', 'win32'])('hands nothing of ours on, on %s', (platform) => {
    const helperFiles = environmentFor(platform, {
      given: { ...ours, ADDED: 'by-library' },
      ours,
      tmp: '/t',
    })
    expect(helperFiles).toMatchObject({ ADDED: 'by-library' })
    expect(Object.values(helperFiles)).not.toContain('s')
    expect(Object.values(helperFiles)).not.toContain('/home/me')
    expect(helperFiles['SystemRoot']).toBe(platform === 'win32' ? 'C:\\Windows' : undefined)
  })
})

describe.runIf(runs)('the library, for real (skipped where it cannot run)', () => {
  let server: Server
  let session: LibrarySession
  let asked = 0
  const run = async (command: string): Promise<{ code: number | null; out: string }> => {
    const program = await session.wrap(command, workspace)
    if (!program.ok) throw new Error(program.error.text)
    const { file, args, environment } = program.value
    const child = spawn(file, args, {
      cwd: workspace,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    session.ended()
    return { code, out }
  }

  beforeAll(async () => {
    process.env['SECRET_OF_OURS'] = 'SECRET-OF-HOST'
    for (const folder of [closed, join(workspace, 'hooks')])
      writeFileSync(join(folder, 'file'), 'SECRET-OF-HOST')
    server = createServer((_, response) => {
      asked += 1
      response.end('reached')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const opened = await (await libraryBackend())?.open(inside(['allowed.invalid']))
    if (opened?.ok !== true) throw new Error(opened?.error.text ?? 'not installed')
    session = opened.value
  })
  afterAll(async () => {
    delete process.env['SECRET_OF_OURS']
    await session.close()
    server.close()
  })

  it('works in the workspace', async () => {
    expect(await run('echo made >new && cat new')).toEqual({ code: 0, out: 'made\n' })
    expect(readFileSync(join(workspace, 'new'), 'utf8')).toBe('made\n')
  })

  it.each([
    ['read a closed folder', `cat '${closed}/file'`],
    [
      'read home folders and host secrets',
      `cat /etc/hostname >/dev/null; ls -A /root /home /var/log | grep . ; echo "$SECRET_OF_OURS"; env | grep SECRET-OF`,
    ],
    ['write a guarded file', `echo SECRET-OF-HOST-2 >hooks/file && echo SECRET-OF-HOST`],
  ])('does not let a command %s', async (_, command) => {
    expect((await run(command)).out).not.toContain('SECRET-OF-HOST')
    expect(readFileSync(join(workspace, 'hooks/file'), 'utf8')).toBe('SECRET-OF-HOST')
  })

  it('does not let a command write outside', async () => {
    await run(
      `echo x >'${root}/outside'; echo x >'${closed}/new'; echo x >/usr/gatehouse-library; echo x >/etc/gatehouse-library`,
    )
    expect(
      [
        join(root, 'outside'),
        join(closed, 'new'),
        '/usr/gatehouse-library',
        '/etc/gatehouse-library',
      ].filter((path) => existsSync(path)),
    ).toEqual([])
  })

  it('refuses a host that is not listed, by its proxy and without it', async () => {
    const { port } = server.address() as { port: number }
    const proxied = await run(`curl -sS --max-time 10 --noproxy '' http://unlisted.invalid/`)
    const directDescriptors = await run(
      `curl -sS --max-time 10 --noproxy '*' http://127.0.0.1:${port}/`,
    )
    const loopback = await run(`curl -sS --max-time 10 --noproxy '' http://127.0.0.1:${port}/`)
    expect(
      [proxied, directDescriptors, loopback].map(({ out }) => out.includes('reached')),
    ).toEqual([false, false, false])
    expect(proxied.out).toMatch(/blocked|denied|allow/i)
    expect(asked).toBe(0)
  })

  it('serves one workspace at a time, and another after it was closed', async () => {
    const second = await (await libraryBackend())?.open(inside([]))
    expect(second).toMatchObject({ ok: false, error: { code: 'sandbox.library-busy' } })
    await session.close()
    await session.close()
    const third = await (await libraryBackend())?.open(inside(['allowed.invalid']))
    if (third?.ok !== true) throw new Error(third?.error.text)
    session = third.value
    expect((await run('echo again')).out).toBe('again\n')
  })

  it('says what is wrong with a configuration, and can be opened again', async () => {
    await session.close()
    const wrong = await (await libraryBackend())?.open(inside(['*']))
    expect(wrong).toMatchObject({ ok: false, error: { code: 'sandbox.library' } })
    const right = await (await libraryBackend())?.open(inside([]))
    expect(right).toMatchObject({ ok: true })
    if (right?.ok === true) session = right.value
  })
})
