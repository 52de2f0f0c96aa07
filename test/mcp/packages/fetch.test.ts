// A server from npm or from a Python index: looked up, fetched with what was shown and nothing else,
// started from our copy without network. With the real package managers in the real sandbox, and a
// registry of our own on loopback.
// @module-tag whole
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StdioServer } from '../../../contract/server/server.ts'
import type { PinnedPackage } from '../../../contract/server/package.ts'
import { wirePackages } from '../../../main/wiring/execution/servers/packages.ts'
import { sha256 } from '../../../main/wiring/sha256.ts'
import { openOutbound } from '../../../main/egress/outbound.ts'
import { openRunner } from '../../../main/sandbox/runner.ts'
import { openPackageRegistry } from '../../fakes/package-registry.ts'
import { scratchFolder } from '../../sandbox/scratch.ts'
import { openOutside, options, project } from '../client/fixture.ts'

const outside = openOutside('packages')
const root = scratchFolder('packages')
const dataDir = join(root, 'data')
const home = join(root, 'person')
const signal = new AbortController().signal
const runner = openRunner({ stop: [dataDir], home, scratch: root })
const outbound = openOutbound({ hosts: () => [] })
let registry: Awaited<ReturnType<typeof openPackageRegistry>>
const packagesFrom = (origin: string) =>
  wirePackages(
    { runner, outbound, dataDir, socketFolder: root, sha256 },
    {
      home,
      env: {
        PATH: process.env['PATH'],
        npm_config_registry: `${origin}/`,
        UV_DEFAULT_INDEX: `${origin}/simple/`,
      },
    },
  )
const program = readFileSync(join(project, 'test/fakes/mcp/packaged.mjs'), 'utf8')
const config = (command: string, ...args: string[]): StdioServer =>
  StdioServer.parse({ transport: 'stdio', command, args })

beforeAll(async () => {
  mkdirSync(dataDir)
  mkdirSync(home)
  registry = await openPackageRegistry()
  const manifest = { bin: { 'server-one': 'main.mjs' }, dependencies: { built: '^1.0.0' } }
  const files = { 'main.mjs': program }
  registry.add({ name: '@x/server-one', version: '1.0.0', files, manifest })
  registry.add({ name: '@x/server-one', version: '1.1.0', files, manifest })
  const install = { scripts: { install: 'echo 1 > ran' } }
  registry.add({ name: 'built', version: '1.0.5', files: {}, manifest: install })
  registry.add({
    name: 'strays',
    version: '1.0.0',
    files,
    manifest: { bin: 'main.mjs', dependencies: { far: 'git+https://far.example/x.git' } },
  })
  registry.add({ name: 'no-program', version: '1.0.0', files: {} })
})
afterAll(async () => {
  await registry.close()
  await outbound.dispose()
  await runner.dispose()
})

const fetched = async (own: StdioServer, scripts = false): Promise<PinnedPackage> => {
  const packages = packagesFrom(registry.origin)
  const plan = await packages.look(own, signal)
  if (!plan.ok) throw new Error(plan.error.text)
  const pinned = await packages.fetch(plan.value.id, scripts, signal)
  if (!pinned.ok) throw new Error(pinned.error.text)
  return pinned.value
}
let started = 0
/** What its tool says, once it was started as configured. */
const said = async (own: StdioServer): Promise<string> => {
  const packages = packagesFrom('http://127.0.0.1:1')
  const connection = outside.connectTo(`one-${(started += 1)}`, own, {
    packaged: (server) => packages.launch('one', server),
  })
  const answer = await connection.call('get_place', {}, options())
  return JSON.stringify(answer.ok ? answer.value.content : answer.error)
}

describe('a server from npm', () => {
  it('is looked up without fetching it, fetched as it was shown, and started offline @whole', async () => {
    const own = config('npx', '-y', '@x/server-one', '--depth', '2')
    const packages = packagesFrom(registry.origin)
    const plan = await packages.look(own, signal)
    expect(plan).toEqual({
      ok: true,
      value: {
        id: expect.stringMatching(/^[0-9a-f]{64}$/),
        source: 'npm',
        name: '@x/server-one',
        version: '1.1.0',
        program: 'server-one',
        registry: `${registry.origin}/`,
        integrity: expect.stringMatching(/^sha512-/),
        packages: 2,
        scripts: ['built'],
        before: null,
      },
    })
    expect(registry.asked.filter((path) => path.endsWith('.tgz'))).toEqual([])
    const missing = await packages.launch('one', own)
    expect(missing).toMatchObject({ ok: false, error: { code: 'package.missing' } })

    const pinned = await packages.fetch((plan.ok && plan.value.id) || '', false, signal)
    if (!pinned.ok) throw new Error(pinned.error.text)
    expect(pinned.value).toMatchObject({ name: '@x/server-one', version: '1.1.0' })
    expect(readdirSync(join(dataDir, 'packages'))).toEqual([pinned.value.files])
    // A yes counts once.
    expect(await packages.fetch((plan.ok && plan.value.id) || '', false, signal)).toMatchObject({
      ok: false,
      error: { code: 'package.stale' },
    })
    expect(await said({ ...own, package: pinned.value })).toContain(
      'args --depth 2; writes its own folder alone; scripts did not run',
    )

    // The command names another version than the one that is there.
    const other = { ...own, args: ['-y', '@x/server-one@1.0.0'], package: pinned.value }
    expect(await packages.launch('one', other)).toMatchObject({
      ok: false,
      error: { code: 'package.missing' },
    })
    // One byte more, in whatever file.
    appendFileSync(
      join(dataDir, 'packages', pinned.value.files, 'node_modules/built/package.json'),
      ' ',
    )
    expect(await packages.launch('one', { ...own, package: pinned.value })).toMatchObject({
      ok: false,
      error: { code: 'package.changed' },
    })
    packages.keepOnly([])
    expect(await packages.launch('one', { ...own, package: pinned.value })).toMatchObject({
      ok: false,
      error: { code: 'package.gone' },
    })
  })

  it('has the scripts of its packages run in the sandbox, where a person says so @whole', async () => {
    const own = config('npx', '@x/server-one@1.0.0')
    expect(await said({ ...own, package: await fetched(own, true) })).toContain('; scripts ran')
  })

  it('is not fetched where the registry is not there, or something else is sent @whole', async () => {
    const away = await openPackageRegistry()
    await away.close()
    const own = config('npx', '@x/server-one')
    expect(await packagesFrom(away.origin).look(own, signal)).toMatchObject({
      ok: false,
      error: { code: 'package.offline', text: expect.stringContaining('cannot be reached') },
    })

    const packages = packagesFrom(registry.origin)
    const plan = await packages.look(config('npx', '@x/server-one@1.0.0'), signal)
    registry.cheats.archives = true
    const got = await packages.fetch((plan.ok && plan.value.id) || '', false, signal)
    registry.cheats.archives = false
    expect(got).toMatchObject({ ok: false, error: { code: 'package.integrity' } })
    expect(readdirSync(join(dataDir, 'packages')).filter((name) => name.startsWith('.'))).toEqual(
      [],
    )
  })

  it.each([
    ['no-such', 'package.unknown'],
    ['@x/server-one@9.9.9', 'package.version'],
    ['no-program', 'package.program'],
  ])('%s is refused with %s @whole', async (name, code) => {
    expect(await packagesFrom(registry.origin).look(config('npx', name), signal)).toMatchObject({
      ok: false,
      error: { code },
    })
  })

  it('is refused where a part of it does not come from the registry @whole', async () => {
    const found = await packagesFrom(registry.origin).look(config('npx', 'strays'), signal)
    expect(found.ok ? found : found.error.code).toMatch(/^package\.(origin|failed|offline)$/)
    registry.cheats.origin = 'http://far.example'
    const far = await packagesFrom(registry.origin).look(config('npx', '@x/server-one'), signal)
    registry.cheats.origin = ''
    expect(far).toMatchObject({ ok: false, error: { code: 'package.origin' } })
  })
})

const hasPip = (() => {
  try {
    execFileSync('/usr/bin/python3', ['-m', 'pip', '--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

// The index is a small one of our own that speaks the format of the simple index.
describe.runIf(hasPip)('a server from a Python index (skipped without pip)', () => {
  const server = [
    'import json, sys',
    'from greeting import WORD',
    'def main():',
    '    for line in sys.stdin:',
    '        ask = json.loads(line)',
    '        if "id" not in ask: continue',
    '        method = ask["method"]',
    '        if method == "initialize": out = {"protocolVersion": ask["params"]["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "p", "version": "1"}}',
    '        elif method == "tools/list": out = {"tools": [{"name": "get_place", "description": "Says where.", "inputSchema": {"type": "object"}}]}',
    '        elif method == "tools/call": out = {"content": [{"type": "text", "text": WORD + " " + " ".join(sys.argv[1:])}]}',
    '        else:',
    '            print(json.dumps({"jsonrpc": "2.0", "id": ask["id"], "error": {"code": -32601, "message": "no"}}), flush=True)',
    '            continue',
    '        print(json.dumps({"jsonrpc": "2.0", "id": ask["id"], "result": out}), flush=True)',
  ].join('\n')

  it('is looked up, fetched by hash as wheels, and started offline', async () => {
    registry.addWheel({
      name: 'greeting',
      version: '3.0',
      files: { 'greeting.py': 'WORD = "hello"\n' },
    })
    registry.addWheel({
      name: 'mcp-server-hello',
      version: '0.4.0',
      files: { 'served.py': server },
      programs: ['mcp-server-hello = served:main'],
      needs: ['greeting>=2'],
    })
    const own = config('uvx', 'mcp-server-hello', '--loud')
    const packages = packagesFrom(registry.origin)
    const plan = await packages.look(own, signal)
    expect(plan).toMatchObject({
      ok: true,
      value: {
        source: 'pypi',
        name: 'mcp-server-hello',
        version: '0.4.0',
        packages: 2,
        scripts: [],
      },
    })
    expect(await said({ ...own, package: await fetched(own) })).toContain('hello --loud')

    const again = await packages.look(own, signal)
    registry.cheats.archives = true
    const got = await packages.fetch((again.ok && again.value.id) || '', false, signal)
    registry.cheats.archives = false
    expect(got).toMatchObject({ ok: false, error: { code: 'package.integrity' } })
    expect(await packages.look(config('uvx', 'no-such-server'), signal)).toMatchObject({
      ok: false,
      error: { code: 'package.unknown' },
    })
  })
})
