// What no package made here can show: the configuration of all targets, and the pictures.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { Validator } from '@cfworker/json-schema'
import { expect, it, describe } from 'vitest'
import { parse } from 'yaml'
import { drawIcons } from '../../build/draw-icons.mjs'
import { electronFlags } from '../../main/host/launch/engine.mjs'
import { findProgram } from '../../main/host/launch/program.mjs'
import { nodeProgram } from '../../main/sandbox/node-program.ts'
import { published } from '../../pack.mjs'
import { makeTemporary } from '../temporary.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (...names: readonly string[]): string => readFileSync(join(root, ...names), 'utf8')
type Targets = { readonly target: readonly string[] }
const configuration = parse(read('electron-builder.yml')) as Record<string, Targets>

describe('electron-builder.yml', () => {
  it('is what the schema of electron-builder takes, for every system', () => {
    const schema = JSON.parse(read('node_modules', 'app-builder-lib', 'scheme.json')) as object
    const validator = new Validator(schema, '7', false)
    expect(validator.validate({ ...configuration, ...published({}) }).errors).toEqual([])
    expect(validator.validate({ ...configuration, linux: { targets: [] } }).valid).toBe(false)
  })

  it('starts the engine of the desktop app as every other start does', () => {
    expect(configuration['linux']).toMatchObject({
      executableArgs: [`--js-flags=${electronFlags.join(' ')}`],
    })
  })

  it('makes the packages of three systems', () => {
    expect(
      [configuration['linux'], configuration['mac'], configuration['win']].map(
        (one) => one?.target,
      ),
    ).toEqual([
      ['AppImage', 'deb', 'rpm', 'tar.gz'],
      ['dmg', 'zip'],
      ['nsis', 'zip'],
    ])
    expect(configuration['mac']).toMatchObject({ hardenedRuntime: true, notarize: true })
    expect(configuration['nsis']).toMatchObject({
      perMachine: false,
      deleteAppDataOnUninstall: false,
    })
  })

  it('names files that are there', () => {
    const named = [...read('electron-builder.yml').matchAll(/\bbuild\/[\w.-]+/g)].map(
      ([name]) => name,
    )
    expect(named.length).toBeGreaterThan(8)
    for (const name of named) expect(() => execFileSync('ls', [join(root, name)])).not.toThrow()
  })

  it('lets macOS compile code, and nothing else', () => {
    const keys = (name: string) =>
      [...read('build', name).matchAll(/<key>(.+)<\/key>/g)].map(([, key]) => key)
    expect(keys('entitlements.mac.plist')).toEqual(['com.apple.security.cs.allow-jit'])
    expect(keys('entitlements.mac.inherit.plist')).toEqual([
      'com.apple.security.cs.allow-jit',
      'com.apple.security.cs.allow-unsigned-executable-memory',
    ])
  })
})

it('looks for updates only where a workflow says where they are', () => {
  expect(published({})).toMatchObject({ publish: null })
  expect(
    published({ GITHUB_REPOSITORY: 'owner/gate', GITHUB_SERVER_URL: 'https://github.com' }),
  ).toEqual({
    publish: { provider: 'github', owner: 'owner', repo: 'gate' },
    extraMetadata: { homepage: 'https://github.com/owner/gate' },
  })
})

describe.skipIf(process.platform === 'win32')('the scripts of packages', () => {
  it.each(['after-install.sh', 'after-remove.sh', 'gatehouse.sh'])(
    '%s is read by a plain sh',
    (name) => {
      const filled = read('build', name).replaceAll(/\$\{[a-zA-Z]+\}/g, 'Name')
      expect(execFileSync(findProgram('dash') ?? 'sh', ['-n'], { input: filled }).length).toBe(0)
    },
  )

  it('an update is no removal, for dpkg and for rpm', () => {
    const script = read('build', 'after-remove.sh').replaceAll(
      /\$\{[a-zA-Z]+\}/g,
      'nothing-of-that-name',
    )
    // Only what it needs is on the PATH: the databases of this machine are left alone.
    const bin = makeTemporary('scripts')
    symlinkSync(findProgram('cat') ?? '', join(bin, 'cat'))
    const says = (word: string) =>
      execFileSync('/bin/sh', ['-s', '--', word], {
        input: script,
        encoding: 'utf8',
        env: { PATH: bin },
      })
    expect(['upgrade', '1', 'purge', 'failed-upgrade'].map(says)).toEqual(['', '', '', ''])
    expect(says('remove')).toContain('Gatehouse is removed.')
    expect(says('0')).toContain('Gatehouse is removed.')
    rmSync(bin, { recursive: true })
  })
})

describe('the icons', () => {
  const drawn = [...drawIcons()]
  const there = (name: string): Buffer => readFileSync(join(root, 'build', name))
  // Another version of zlib packs the same pixels into other bytes.
  const pixels = (png: Buffer): Buffer => inflateSync(png.subarray(41, png.length - 16))

  it.each(drawn.filter(([name]) => name.endsWith('.png')))(
    '%s is drawn from icon.svg as it is now',
    (name, png) => expect(pixels(there(name)).equals(pixels(png))).toBe(true),
  )

  it.each(drawn.filter(([name]) => !name.endsWith('.png')))('%s has the same sizes', (name, file) =>
    expect(there(name).subarray(0, 100)).toEqual(file.subarray(0, 100)),
  )
})

it.each([
  ['a Node', { versions: {} }, [], { file: '/run/this', env: {}, scripts: null }],
  [
    'Electron from a clone',
    { versions: { electron: '45' }, resourcesPath: '/e/resources' },
    [],
    { file: '/run/this', env: { ELECTRON_RUN_AS_NODE: '1' }, scripts: null },
  ],
  [
    'the installed app',
    { versions: { electron: '45' }, resourcesPath: '/opt/G/resources' },
    [join('/opt/G/resources/cli/bin/node')],
    {
      file: join('/opt/G/resources/cli/bin/node'),
      env: {},
      scripts: join('/opt/G/resources/cli/out/main'),
    },
  ],
])('scripts of ours are run by the right Node in %s', (_where, there, files, want) => {
  const here = { execPath: '/run/this', platform: 'linux' as const, ...there }
  expect(nodeProgram(here, (file) => files.some((one) => one === file))).toEqual(want)
})
