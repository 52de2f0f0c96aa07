// Plugins that mean harm, or are broken, run for real: each is stopped, and each is told apart.
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { PluginRequest } from '../../../contract/plugin/request.ts'
import { processesWith } from '../../escape/fixture.ts'
import { buildModule, canBuildModules, whyNot } from '../build-module.ts'
import { codeOf, fileAt, isRoot, limits, openPluginFixture, PERSON } from './fixture.ts'
import { fewCases } from '../../whole.ts'

const linux = process.platform === 'linux'
const here = join(import.meta.dirname, '../hostile')
const fixture = openPluginFixture('hostile')
const script = fileAt(join(here, 'hostile.sh'))

/** What it does, beside what it is; `limit` where it would go on for ever. */
type Limit = Partial<PluginRequest['limits']>
const one = (what: string, code: string, limit: Limit = {}) => [what, code, limit] as const
const everywhere = [
  one('floods', 'plugin.stdout-overflow|plugin.stderr-overflow'),
  one('complains', 'plugin.stderr-overflow'),
  one('loops', 'plugin.timeout', { runTimeMs: 1_500 }),
  one('half', 'plugin.answer-cut'),
  one('wrong-id', 'plugin.answer-id'),
  one('twice', 'plugin.answer-second'),
  one('rubbish', 'plugin.answer-trailing'),
  one('nothing', 'plugin.no-answer'),
  one('code', 'plugin.exit-code'),
  one('allocates', 'plugin.out-of-memory', { memoryBytes: 64 * 1024 * 1024 }),
]
const programs = [
  ...everywhere,
  one('ignores-term', 'plugin.timeout', { runTimeMs: 1_500 }),
  // The shell gives up at the bound of its processes, or goes on trying.
  one('forks', 'plugin.timeout|plugin.stderr-overflow|plugin.exit-code', { runTimeMs: 1_500 }),
  one('wrong-version', 'plugin.answer-version'),
  one('noise', 'plugin.answer-not-json'),
  one('bytes', 'plugin.answer-not-json'),
  one('missing', 'plugin.answer-shape'),
  one('unknown', 'plugin.answer-shape'),
  one('bad-data', 'plugin.answer-data'),
  one('aborts', 'plugin.signal'),
  one('kills-itself', 'plugin.signal'),
]
const modules = [
  one('sleeps', 'plugin.timeout', { runTimeMs: 1_500 }),
  one('traps', 'plugin.trapped'),
  ...everywhere,
]

describe.runIf(linux)('a program that', () => {
  const run = (args: PluginRequest['args'], more: Partial<PluginRequest> = {}) =>
    fixture.run({ file: script, args, ...more })
  const saw = async (args: PluginRequest['args'], more: Partial<PluginRequest> = {}) => {
    const result = await run(args, more)
    if (!result.ok) throw new Error(`${result.error.code}: ${result.error.text}`)
    return (result.value.data as { readonly saw: string }).saw
  }

  it.each(programs)('%s is stopped as %s', async (what, code, limit) => {
    const result = await run({ what }, { limits: { ...limits, ...limit } })
    expect(code.split('|')).toContain(codeOf(result))
    expect(result.ok ? '' : result.error.text).toContain('plugin tried')
  })

  it('reports its own failure has answered', async () => {
    expect(await run({ what: 'refuses' })).toMatchObject({
      ok: true,
      value: {
        data: { error: 'no such book' },
        error: { code: 'plugin.failed', text: 'The plugin tried could not do it: no such book' },
      },
    })
  })

  it.each(['detaches', 'detaches-silently'])('%s leaves nothing behind', async (what) => {
    const seconds = `86${process.pid}.${what.length}`
    const result = await run({ what, path: seconds })
    expect(codeOf(result)).toBe(
      what === 'detaches' ? 'answered {"saw":"left"}' : 'plugin.no-answer',
    )
    // What the kernel is killing is still listed for a moment.
    await expect.poll(() => processesWith(seconds)).toEqual([])
  })

  it('reads outside of its mounts finds nothing there', async () => {
    const workspace = fixture.folder('ws')
    const mounts = [{ hostPath: workspace, guestPath: '/workspace', readOnly: true }]
    const secret = join(fixture.secret, 'key')
    for (const path of [secret, `/workspace/../..${secret}`, '/root/.bashrc', '/proc/1/environ'])
      expect(await saw({ what: 'reads', path }, { mounts })).not.toContain('SECRET')
    expect(await saw({ what: 'reads', path: secret }, { mounts })).toContain('No such file')
    expect(await saw({ what: 'lists', path: '/' }, { mounts })).not.toContain('work ')
  })

  it('writes to a mount that is read-only is kept from it, and from its own file', async () => {
    const workspace = fixture.folder('ws')
    writeFileSync(join(workspace, 'note'), 'as it was')
    const mounts = [{ hostPath: workspace, guestPath: '/workspace', readOnly: true }]
    expect(await saw({ what: 'writes', path: '/workspace/note' }, { mounts })).toContain(
      'Read-only',
    )
    expect(await saw({ what: 'writes', path: '/workspace/new' }, { mounts })).toContain('Read-only')
    expect(await saw({ what: 'writes', path: '/home/package/hostile.sh' })).toContain('Read-only')
    expect(readFileSync(join(workspace, 'note'), 'utf8')).toBe('as it was')
  })

  it('changes a hook of a repository that it may write to is kept from it', async () => {
    const workspace = fixture.folder('ws', 'person')
    for (const folder of ['.git', '.git/hooks', '.git/objects', '.git/refs'])
      mkdirSync(join(workspace, folder))
    writeFileSync(join(workspace, '.git/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(workspace, '.git/config'), '')
    for (const path of [
      '.git',
      '.git/hooks',
      '.git/objects',
      '.git/refs',
      '.git/HEAD',
      '.git/config',
    ])
      if (isRoot) chownSync(join(workspace, path), PERSON, PERSON)
    const mounts = [{ hostPath: workspace, guestPath: '/write/ws', readOnly: false }]
    const path = '/write/ws/.git/hooks/pre-commit'
    expect(await saw({ what: 'writes', path }, { mounts })).toContain('Read-only')
    expect(await saw({ what: 'writes', path: '/write/ws/free' }, { mounts })).toBe('changed')
    expect(readFileSync(join(workspace, 'free'), 'utf8')).toBe('changed\n')
  })

  it('opens a socket without the grant reaches nobody', async () => {
    const met: string[] = []
    const server = createServer((socket) => (met.push('met'), socket.destroy()))
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as { readonly port: number }
    expect(await saw({ what: 'connects', path: `127.0.0.1:${port}` })).toContain('refused')
    expect(await saw({ what: 'connects', path: '1.1.1.1:80' })).toContain('refused')
    expect(met).toEqual([])
    await new Promise((closed) => server.close(closed))
  })

  it('asks for its environment finds a plain one', async () => {
    expect(await saw({ what: 'environment' })).toBe(
      'HOME=/tmp LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin PWD=/tmp ',
    )
    expect(await saw({ what: 'whoami' })).toBe('1000 /tmp')
  })
})

describe.runIf(linux && canBuildModules)(`a module that${whyNot}`, () => {
  const module = canBuildModules
    ? fileAt(buildModule(join(here, 'module.c'), fixture.scratch, 'module.wasm'))
    : script
  const run = (args: PluginRequest['args'], more: Partial<PluginRequest> = {}) =>
    fixture.run({ file: module, kind: 'wasi', args, ...more })

  it.each(fewCases(modules, 4))('%s: %s is stopped as %s', async (_name, what, code, limit) => {
    const result = await run({ what }, { limits: { ...limits, ...limit } })
    expect(code.split('|')).toContain(codeOf(result))
  })

  it('reads outside of its mounts finds nothing there', async () => {
    const workspace = fixture.folder('ws')
    const mounts = [{ hostPath: workspace, guestPath: '/workspace', readOnly: true }]
    writeFileSync(join(workspace, 'note'), 'inside')
    const secret = join(fixture.secret, 'key')
    const saw = async (path: string) => codeOf(await run({ what: 'reads', path }, { mounts }))
    expect(await saw('/workspace/note')).toBe('answered {"saw":"inside"}')
    for (const path of [secret, `/workspace/../..${secret}`, '/etc/passwd'])
      expect(await saw(path)).toMatch(/No such file|not permitted|Capabilities/)
  })

  it('writes to a mount that is read-only is kept from it', async () => {
    const [shown, lent] = [fixture.folder('shown'), fixture.folder('lent')]
    writeFileSync(join(shown, 'note'), 'as it was')
    const mounts = [
      { hostPath: shown, guestPath: '/workspace', readOnly: true },
      { hostPath: lent, guestPath: '/write/lent', readOnly: false },
    ]
    const saw = async (path: string) => codeOf(await run({ what: 'writes', path }, { mounts }))
    expect(await saw('/workspace/note')).toMatch(/Read-only/)
    expect(await saw('/workspace/new')).toMatch(/Read-only/)
    expect(await saw('/write/lent/new')).toBe('answered {"saw":"written"}')
    expect(readFileSync(join(shown, 'note'), 'utf8')).toBe('as it was')
    expect(readFileSync(join(lent, 'new'), 'utf8')).toBe('changed')
  })

  it.each([
    ['fills', '/tmp/full'],
    ['many', '/tmp'],
  ])('%s the files in its memory is told so, and in good time @whole', async (what, path) => {
    const done = await run({ what, path }, { limits: { ...limits, runTimeMs: 15_000 } })
    expect(codeOf(done)).toBe('answered {"saw":"No space left on device"}')
  })

  it('was granted hosts does not run: it could not reach them', async () => {
    expect(codeOf(await run({ what: 'nothing' }, { hosts: ['example.com'] }))).toBe(
      'plugin.start-failed',
    )
  })
})
