// The packages of Linux, made by electron-builder as they are released; only Electron's binary and
// the last step of fpm are stand-ins. Looked at file by file, then installed, used and removed.
// @module-tag whole
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import { listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../main/host/launch/program.mjs'
import { soak } from '../soak.ts'
import { findChromium } from '../chromium.mjs'
import { makeTemporary } from '../temporary.ts'
import { dpkg, filesIn, makeCleanRoot, noCleanRoot, runInside, startInside } from './clean-root.ts'
import { titleOfWindow } from './installed-window.ts'
import { packLinux, type Packed } from './linux-folder.ts'

const MB = 1_000_000
/** Compressing takes its time. */
const archive = soak && findProgram('7za') !== null
let folder: string
let packed: Packed
const resources = (...names: readonly string[]) => join(packed.unpacked, 'resources', ...names)
/** What drives a browser: the window and the command line each have it. */
const driver = 'node_modules/playwright-core'
const file = (kind: string): string => packed.files.find((name) => name.endsWith(kind)) ?? ''

describe.skipIf(process.platform !== 'linux')('the packages of Linux', () => {
  beforeAll(async () => {
    folder = makeTemporary('linux')
    packed = await packLinux(folder, [
      'deb',
      ...(findProgram('rpmbuild') === null ? [] : ['rpm']),
      ...(archive ? ['tar.gz'] : []),
    ])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe('the archive', () => {
    it('has what the window runs, and no source, map or test', () => {
      const files = listPackage(resources('app.asar'), { isPack: false }).map((name) =>
        name.slice(1),
      )
      expect(files.filter((name) => /\.(ts|tsx|map|md)$|\.(test|spec)\./.test(name))).toEqual([])
      // Would let other programs drive the window.
      expect(files).not.toContain('out/main/test-build')
      expect([...new Set(files.map((name) => name.split('/')[0] ?? ''))].toSorted()).toEqual([
        'LICENSE',
        'node_modules',
        'out',
        'package.json',
      ])
      expect(files.filter((name) => /^node_modules\/[^/]+$/.test(name))).toEqual([
        'node_modules/better-sqlite3',
        'node_modules/playwright-core',
      ])
      const cli = readdirSync(resources('cli', driver), { recursive: true, encoding: 'utf8' })
      const here = files.filter((name) => name.startsWith(`${driver}/`))
      expect(here.map((name) => name.slice(driver.length + 1)).toSorted()).toEqual(cli.toSorted())
      expect(files.filter((name) => /^out\/main\/[^/]+\.js$/.test(name)).toSorted()).toEqual([
        'out/main/backup-worker.js',
        'out/main/electron.js',
        'out/main/long-text-worker.js',
        'out/main/page-worker.js',
        'out/main/scan-worker.js',
        'out/main/search-worker.js',
        'out/main/trim-worker.js',
        'out/main/undo-worker.js',
      ])
      const folders = files.map((name) => /^out\/main\/([^/.]+)\//.exec(name)?.[1] ?? '')
      expect([...new Set(folders)].toSorted()).toEqual(['', 'host', 'worker'])
    })

    it('keeps to the sizes it may have', () => {
      const renderer = join(import.meta.dirname, '..', '..', 'out', 'renderer')
      const pieces = readdirSync(renderer, { recursive: true, withFileTypes: true })
      // Fonts and licences as well: all that is in the package.
      const sizesOf = pieces.flatMap((piece) =>
        piece.isFile() && !piece.name.endsWith('.map')
          ? [gzipSync(readFileSync(join(piece.parentPath, piece.name))).length]
          : [],
      )
      const sizes = {
        renderer: sizesOf.reduce((total, size) => total + size, 0),
        asar: statSync(resources('app.asar')).size,
      }
      process.stderr.write(
        `renderer ${(sizes.renderer / MB).toFixed(2)} MB gzip (of 1.5), asar ${(sizes.asar / MB).toFixed(1)} MB (of 25)\n`,
      )
      expect(sizes.renderer).toBeLessThan(1.5 * MB)
      expect(sizes.asar).toBeLessThan(25 * MB)
    })

    it('is the same, byte for byte, when it is packed again', async () => {
      const again = await packLinux(join(folder, 'again'), ['dir'])
      const other = join(again.unpacked, 'resources', 'app.asar')
      expect(await sum(other)).toBe(await sum(resources('app.asar')))
      rmSync(join(folder, 'again'), { recursive: true })
    })
  })

  it('refuses with every fuse what the checklist wants refused', async () => {
    const wire = await getCurrentFuseWire(join(packed.unpacked, 'gatehouse-desktop'))
    const on = (option: FuseV1Options) => wire[option] === FuseState.ENABLE
    expect({
      runAsNode: on(FuseV1Options.RunAsNode),
      cookieEncryption: on(FuseV1Options.EnableCookieEncryption),
      nodeOptions: on(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: on(FuseV1Options.EnableNodeCliInspectArguments),
      asarIntegrity: on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: on(FuseV1Options.OnlyLoadAppFromAsar),
      fileProtocol: on(FuseV1Options.GrantFileProtocolExtraPrivileges),
      snapshot: on(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
    }).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      inspect: false,
      asarIntegrity: true,
      onlyAsar: true,
      fileProtocol: false,
      snapshot: false,
    })
  })

  it('loads each native part with the Node it brings along', () => {
    const natives = [resources('app.asar.unpacked'), resources('cli')].flatMap((base) =>
      readdirSync(base, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.node'))
        .map((name) => join(base, name)),
    )
    expect(natives.length).toBe(2)
    for (const native of natives)
      execFileSync(resources('cli', 'bin', 'node'), ['-e', `require(${JSON.stringify(native)})`])
  })

  it('has beside the app what drives a browser, whole enough to load', () => {
    const load = `import(${JSON.stringify(resources('cli', driver, 'index.mjs'))}).then(({ chromium }) => console.log(chromium.name()))`
    const node = resources('cli', 'bin', 'node')
    expect(execFileSync(node, ['-e', load], { encoding: 'utf8' })).toBe('chromium\n')
  })

  it('has beside the app the command line, and of it no source, map or test', () => {
    const files = readdirSync(resources('cli'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => /\.(ts|tsx|map)$|\.(test|spec)\./.test(name))).toEqual([])
    expect(readdirSync(resources('cli')).toSorted()).toEqual([
      'LICENSE',
      'bin',
      'main',
      'node_modules',
      'out',
      'package.json',
    ])
    expect(readdirSync(resources('cli', 'bin')).toSorted()).toEqual([
      'gatehouse',
      'node',
      'node.LICENSE',
    ])
  })

  describe('the deb', () => {
    const field = (name: string): string =>
      execFileSync('dpkg-deb', ['-f', file('.deb'), name], { encoding: 'utf8' }).trim()

    it('needs bubblewrap, and says who made it and what it is', () => {
      expect(field('Package')).toBe('gatehouse')
      expect(field('Depends').split(', ')).toContain('bubblewrap')
      expect(field('Description')).toMatch(/^One gate for every tool call/)
    })

    it('has a desktop entry for links and files, and an icon of every size', () => {
      const tree = join(folder, 'tree')
      execFileSync('dpkg-deb', ['-x', file('.deb'), tree])
      const entry = join(tree, 'usr/share/applications/gatehouse-desktop.desktop')
      const text = readFileSync(entry, 'utf8')
      const checker = findProgram('desktop-file-validate')
      const said = checker === null ? '' : execFileSync(checker, [entry], { encoding: 'utf8' })
      expect(said).toBe('')
      expect(text).toMatch(/^Exec=\/opt\/Gatehouse\/gatehouse-desktop .*%U$/m)
      expect(text).toMatch(/^MimeType=.*x-scheme-handler\/gatehouse;/m)
      expect(text).toMatch(/^MimeType=.*application\/x-gatehouse-link;/m)
      const icons = readdirSync(join(tree, 'usr/share/icons/hicolor'))
      expect(icons.map((name) => Number(name.split('x')[0])).toSorted((a, b) => a - b)).toEqual([
        16, 24, 32, 48, 64, 96, 128, 256, 512, 1024,
      ])
      rmSync(tree, { recursive: true })
    })

    it('is installed into a clean root, used, and removed without a trace but the data', async ({
      skip,
    }) => {
      const obstacle = noCleanRoot()
      skip(obstacle !== null, obstacle ?? '')
      const root = join(folder, 'root')
      makeCleanRoot(root, resources('cli', 'bin', 'node'))
      const before = filesIn(root)

      const refused = dpkg(root, '-i', file('.deb'))
      expect(refused.status).not.toBe(0)
      expect(refused.output).toContain('gatehouse depends on bubblewrap')
      const installed = dpkg(root, '--force-depends', '--configure', 'gatehouse')
      expect(installed.output).toContain('Setting up gatehouse')
      expect(installed.status).toBe(0)

      // Closed: nothing runs, and the command and the MCP entry work.
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
      expect(runInside(root, ['gatehouse', '--version'])).toBe(`${version}\n`)
      expect(runInside(root, ['gatehouse', 'config', 'path'])).toContain('/root/.config/gatehouse')
      expect(await askMcp(root)).toMatchObject({ result: { serverInfo: { name: 'gatehouse' } } })
      expect(runInside(root, ['gatehouse', 'audit', 'verify', '--json'])).toContain('intact')

      // Agents are told of the Node that came along, by whole paths.
      const change = runInside(root, ['gatehouse', 'connect', 'claude-code', '--dry-run', '--json'])
      expect(change).toContain('/opt/Gatehouse/resources/cli/bin/node')
      expect(change).toContain('/opt/Gatehouse/resources/cli/main/host/launch/gatehouse.cjs')

      // Opened: the browser host inside, and the window as the desktop entry starts it. The
      // stand-in and its Chromium are of this machine, so that one runs outside.
      expect(await servedPage(root)).toContain('<title>Gatehouse</title>')
      const program = join(root, 'opt/Gatehouse/gatehouse-desktop')
      const chromium = findChromium() !== null
      expect(chromium ? await titleOfWindow(program, join(folder, 'home')) : null).toBe(
        chromium ? 'Gatehouse' : null,
      )

      const removed = dpkg(root, '--force-depends', '-r', 'gatehouse')
      expect(removed.status).toBe(0)
      expect(removed.output).toContain('~/.local/share/gatehouse')
      expect(filesIn(root)).toEqual(before)
      expect(filesIn(join(root, 'root'))).toContain('.local/share/gatehouse/gatehouse.db')
    })
  })

  it.skipIf(!archive)('the tar.gz runs from wherever it is unpacked @soak', () => {
    const tree = join(folder, 'unpacked anywhere')
    mkdirSync(tree)
    execFileSync('tar', ['-xzf', file('.tar.gz'), '-C', tree, '--strip-components=1'])
    const said = execFileSync(join(tree, 'resources/cli/bin/gatehouse'), ['--version'], {
      encoding: 'utf8',
    })
    expect(said).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  describe('the rpm', () => {
    it('needs bubblewrap, has the command on the PATH, and runs only what we wrote', ({ skip }) => {
      skip(file('.rpm') === '', 'there is no rpmbuild')
      const ask = (what: string): readonly string[] =>
        execFileSync('rpm', ['-qp', '--nosignature', what, file('.rpm')], {
          encoding: 'utf8',
        }).split('\n')
      expect(ask('--requires')).toContain('bubblewrap')
      expect(ask('--list')).toContain('/usr/bin/gatehouse')
      expect(ask('--list')).toContain('/opt/Gatehouse/resources/app.asar')
      const scripts = ask('--scripts').join('\n')
      expect(scripts).toContain("folder='/opt/Gatehouse'")
      expect(scripts).toContain('~/.local/share/gatehouse')
    })
  })
})

/** The page of `gatehouse serve`, as its link leads to it. */
async function servedPage(root: string): Promise<string> {
  const server = startInside(root, ['gatehouse', 'serve', '--no-open', '--json', '--port', '0'])
  const ended = once(server, 'exit')
  try {
    if (server.stdout === null) throw new Error('no output')
    const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    const door = await fetch(url, { redirect: 'manual' })
    const cookie = door.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const inside = new URL(door.headers.get('location') ?? '', url)
    return await (await fetch(inside, { headers: { cookie } })).text()
  } finally {
    server.kill('SIGKILL')
    await ended
  }
}

/** What `gatehouse mcp` answers to a client that says hello; nothing ran before. */
async function askMcp(root: string): Promise<unknown> {
  const bridge = startInside(root, ['gatehouse', 'mcp', '--client', 'test'])
  const ended = once(bridge, 'exit')
  try {
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    }
    bridge.stdin?.write(`${JSON.stringify(hello)}\n`)
    if (bridge.stdout === null) throw new Error('no output')
    const [line] = (await once(createInterface(bridge.stdout), 'line')) as [string]
    return JSON.parse(line)
  } finally {
    bridge.kill('SIGKILL')
    await ended
  }
}

async function sum(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
