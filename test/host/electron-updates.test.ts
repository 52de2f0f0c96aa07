// electron-updater itself, as Gatehouse uses it, against an update server of this machine: on the
// stand-in, in a process of its own.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findUpdateSource } from '../../main/host/electron/updates/find-source.ts'
import { verifyRelease } from '../../main/host/electron/updates/signature.ts'
import { startUpdateServer, type UpdateServer } from '../fakes/update-server.ts'
import { makeTemporary } from '../temporary.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const signUpdate = 'main/host/electron/updates/sign-update.ts'
const found = join(root, 'main/host/electron/updates/find-source.ts')

let folder: string
let server: UpdateServer
beforeEach(async () => {
  folder = makeTemporary('updates')
  server = await startUpdateServer()
  writeFileSync(join(folder, 'key.pem'), server.publicKey)
  writeFileSync(
    join(folder, 'app-update.yml'),
    `provider: generic\nurl: ${server.url}\nupdaterCacheDirName: gatehouse-updater\n`,
  )
  writeFileSync(join(folder, 'Gatehouse.AppImage'), 'the old one')
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** What `body` prints as JSON; it has `source`, and `tried` gives the text of what goes wrong. */
async function inElectron(body: string): Promise<unknown> {
  const script = `
    Object.defineProperty(process, 'resourcesPath', { value: ${JSON.stringify(folder)} })
    const { app } = await import('electron')
    app.setPath('userData', ${JSON.stringify(folder)})
    const { findUpdateSource } = await import(${JSON.stringify(found)})
    const source = findUpdateSource({
      packaged: true,
      platform: 'linux',
      appImage: process.env.APPIMAGE,
      resources: process.resourcesPath,
      keyFile: ${JSON.stringify(join(folder, 'key.pem'))},
      end: async () => console.error('ended'),
    })
    const tried = (act) => act().then((value) => value ?? null, (error) => error.message.split('\\n')[0])
    const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
    ${body}
  `
  const preload = join(root, 'test/electron-stand-in/register.mjs')
  const { stdout } = await run(
    process.execPath,
    ['--import', preload, '--input-type=module', '-e', script],
    {
      cwd: root,
      env: {
        ...process.env,
        APPIMAGE: join(folder, 'Gatehouse.AppImage'),
        XDG_CACHE_HOME: join(folder, 'cache'),
        GATEHOUSE_STAND_IN_PACKAGED: '1',
        GATEHOUSE_STAND_IN_VERSION: '0.2.0',
        NODE_NO_WARNINGS: '1',
      },
      timeout: 100_000,
    },
  )
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null')
}

const program = '#!/bin/sh\necho started > "$(dirname "$0")/started"\n'
const release = (version: string) => ({ version, notes: `What is new in ${version}.`, program })
const check = (channel: string) =>
  `say(await tried(() => source.check('${channel}'))); process.exit(0)`

describe.skipIf(process.platform !== 'linux')(
  'electron-updater (skipped elsewhere: it asks for the file of Linux)',
  () => {
    it('offers what its feed has, with its notes, and downloads nothing by that @whole', async () => {
      server.release('latest', release('0.3.0'))
      expect(await inElectron(check('stable'))).toEqual({
        version: '0.3.0',
        date: '2026-11-23T10:00:00.000Z',
        notes: 'What is new in 0.3.0.',
      })
      expect(server.asked.filter((path) => path.endsWith('.AppImage'))).toEqual([])
    }, 600_000)

    it('keeps the channels apart @whole', async () => {
      server.release('latest', release('0.2.0'))
      server.release('beta', release('0.4.0-beta.1'))
      expect(await inElectron(check('stable'))).toBeNull()
      expect(await inElectron(check('beta'))).toMatchObject({ version: '0.4.0-beta.1' })
    }, 600_000)

    it('never goes back, on either channel @whole', async () => {
      server.release('latest', release('0.1.0'))
      server.release('beta', release('0.1.0-beta.1'))
      expect(await inElectron(check('stable'))).toBeNull()
      expect(await inElectron(check('beta'))).toBeNull()
    }, 600_000)

    it('offers nothing whose feed was changed after it was signed', async () => {
      server.release('latest', {
        ...release('0.3.0'),
        tamper: (feed) => void (feed['releaseNotes'] = 'Harmless.'),
      })
      expect(await inElectron(check('stable'))).toBe(
        'The signature of the offered release does not match, so it is not downloaded.',
      )
    }, 600_000)

    it('refuses a program that is not the one of the feed @whole', async () => {
      server.release('latest', {
        ...release('0.3.0'),
        served: program.replace('started', 'stolen!'),
      })
      const said = await inElectron(
        `await source.check('stable'); say(await tried(() => source.download(() => {}))); process.exit(0)`,
      )
      expect(said).toMatch(/sha512 checksum mismatch/)
    }, 600_000)

    it('puts the new program in the place of the old one once Gatehouse has ended, and starts it', async () => {
      server.release('latest', release('0.3.0'))
      await inElectron(
        `await source.check('stable'); await source.download(() => {}); say('downloaded'); await source.install()`,
      )
      expect(readFileSync(join(folder, 'Gatehouse.AppImage'), 'utf8')).toBe(program)
      await expect.poll(() => existsSync(join(folder, 'started'))).toBe(true)
    }, 600_000)
  },
)

describe('a copy that cannot update itself', () => {
  const facts = () => ({
    packaged: true,
    platform: 'linux' as NodeJS.Platform,
    appImage: undefined,
    resources: folder,
    keyFile: join(folder, 'key.pem'),
    end: async () => {},
  })

  it.each<[string, () => object, RegExp]>([
    ['a clone', () => ({ packaged: false }), /git pull/],
    ['one without a key', () => ({ keyFile: join(folder, 'none.pem') }), /no key to verify/],
    ['one without a feed', () => ({ resources: join(folder, 'none') }), /no update feed/],
    ['one out of an archive', () => ({}), /unpacked from an archive/],
  ])('%s says how it is updated', (_name, change, text) => {
    expect(findUpdateSource({ ...facts(), ...change() })).toMatch(text)
  })

  it('is none that a package manager has installed, or that has a system of its own', () => {
    expect(typeof findUpdateSource({ ...facts(), platform: 'win32' })).toBe('object')
    writeFileSync(join(folder, 'package-type'), 'deb')
    expect(typeof findUpdateSource(facts())).toBe('object')
  })
})

describe('the signature of a release', () => {
  it('is the one that sign-update.ts writes, with the key that it gives', async () => {
    mkdirSync(join(folder, 'out'))
    const feed = join(folder, 'out', 'latest-linux.yml')
    writeFileSync(
      feed,
      'version: 1.2.3\nfiles:\n  - url: a.AppImage\n    sha512: abc\n    size: 5\npath: a.AppImage\nsha512: abc\nreleaseDate: "2026-11-23T10:00:00.000Z"\n',
    )
    const { privateKey } = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const options = { cwd: root, env: { ...process.env, GATEHOUSE_UPDATE_KEY: privateKey } }
    await run(process.execPath, [signUpdate, feed], options)
    const keyFile = join(folder, 'out', 'key.pem')
    await run(process.execPath, [signUpdate, '--public', keyFile], options)
    const signed: unknown = parse(readFileSync(feed, 'utf8'))
    const key = readFileSync(keyFile, 'utf8')
    expect(verifyRelease(signed, key)).toEqual({
      ok: true,
      value: { version: '1.2.3', date: '2026-11-23T10:00:00.000Z', notes: '' },
    })
    expect(verifyRelease(signed, server.publicKey).ok).toBe(false)
    expect(verifyRelease({ ...(signed as object), version: '9.0.0' }, key).ok).toBe(false)
    expect(verifyRelease({ ...(signed as object), signature: '' }, key).ok).toBe(false)
    expect(verifyRelease({}, key).ok).toBe(false)
  }, 600_000)
})
