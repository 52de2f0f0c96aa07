import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ensureElectron, findElectron } from '../../main/host/launch/electron.mjs'

// A stand-in for node_modules/electron: its install script does what the test says, as the real one
// would.
let root: string
let home: string
let override: string | undefined
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-launch-'))
  home = join(root, 'node_modules', 'electron')
  mkdirSync(home, { recursive: true })
  override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  delete process.env['ELECTRON_OVERRIDE_DIST_PATH']
})
afterEach(() => {
  rmSync(root, { recursive: true })
  if (override === undefined) delete process.env['ELECTRON_OVERRIDE_DIST_PATH']
  else process.env['ELECTRON_OVERRIDE_DIST_PATH'] = override
})

const installScript = (text: string) =>
  writeFileSync(
    join(home, 'install.js'),
    `const fs = require('fs'), path = require('path')\n${text}`,
  )

const fetches = `fs.mkdirSync(path.join(__dirname, 'dist')); fs.writeFileSync(path.join(__dirname, 'dist', 'electron'), '')
  fs.writeFileSync(path.join(__dirname, 'path.txt'), 'electron')`

describe('the Electron binary', () => {
  it('is fetched by the package when it is missing, and found afterwards', async () => {
    installScript(fetches)
    expect(findElectron(root)).toBeNull()
    expect(await ensureElectron(root, false)).toBe(join(home, 'dist', 'electron'))
    expect(findElectron(root)).toBe(join(home, 'dist', 'electron'))
  })

  it('is not asked for again on the day its fetch failed, unless the person insists', async () => {
    installScript("throw new Error('no network')")
    expect(await ensureElectron(root, false)).toBeNull()
    installScript(fetches)
    expect(await ensureElectron(root, false)).toBeNull()
    expect(await ensureElectron(root, true)).toBe(join(home, 'dist', 'electron'))
  })

  it('is missing when the fetch says it went well but left nothing', async () => {
    installScript('')
    expect(await ensureElectron(root, false)).toBeNull()
  })

  it('is taken from ELECTRON_OVERRIDE_DIST_PATH, and never fetched then', async () => {
    installScript(fetches)
    const elsewhere = join(root, 'elsewhere')
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] = elsewhere
    expect(await ensureElectron(root, true)).toBeNull()
    mkdirSync(elsewhere)
    const binary =
      process.platform === 'darwin'
        ? 'Electron.app/Contents/MacOS/Electron'
        : process.platform === 'win32'
          ? 'electron.exe'
          : 'electron'
    mkdirSync(join(elsewhere, binary, '..'), { recursive: true })
    writeFileSync(join(elsewhere, binary), '')
    expect(await ensureElectron(root, false)).toBe(join(elsewhere, binary))
  })
})
