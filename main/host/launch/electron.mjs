// Electron's binary is not in its npm package: the package fetches it from the network when it is
// first used. Here that is done once, in a bounded time, and a failure is remembered for a day, so
// that a blocked network does not slow every start.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { plainEnv, findNode } from './node.mjs'
import { run } from './program.mjs'
import { say } from './say.mjs'
import { isRoot } from './system.mjs'

const FETCH_LIMIT_MS = 180_000
const A_DAY_MS = 86_400_000

/**
 * Why Electron would not work on this machine even with its binary, as the end of a sentence; null
 * when it would.
 */
export function electronObstacle() {
  if (process.platform !== 'linux') return null
  // Chromium's own sandbox refuses root, and Gatehouse never runs without that sandbox.
  if (isRoot) return 'Electron does not run sandboxed as root'
  if (!process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return 'there is no display'
  return null
}

/** The binary, if it is there already. Follows the same rules as the npm package's index.js. @param {string} root */
export function findElectron(root) {
  const home = join(root, 'node_modules', 'electron')
  const pathFile = join(home, 'path.txt')
  const written = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : null
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (override !== undefined && override !== '')
    return existing(join(override, written ?? binaryName()))
  return written === null ? null : existing(join(home, 'dist', written))
}

/** @param {string} file */
const existing = (file) => (existsSync(file) ? file : null)

function binaryName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return process.platform === 'win32' ? 'electron.exe' : 'electron'
}

/**
 * The binary, fetched if need be. Null, after a line that says why, where it cannot be had.
 * @param {string} root
 * @param {boolean} again also when it failed less than a day ago
 */
export async function ensureElectron(root, again) {
  const there = findElectron(root)
  if (there !== null) return there
  if (process.env['ELECTRON_OVERRIDE_DIST_PATH']) {
    say(
      `no Electron in ELECTRON_OVERRIDE_DIST_PATH (${process.env['ELECTRON_OVERRIDE_DIST_PATH']}).`,
    )
    return null
  }
  const memory = join(root, 'node_modules', '.cache', 'gatehouse', 'electron-fetch-failed')
  if (!again && failedLately(memory)) {
    say(
      'Electron could not be fetched earlier today (try again now: npm start -- --host electron).',
    )
    return null
  }
  say('fetching Electron (about 110 MB, only this once) …')
  const install = join(root, 'node_modules', 'electron', 'install.js')
  const { code, output } = await run(findNode(root), [install], {
    cwd: root,
    env: plainEnv(root),
    timeoutMs: FETCH_LIMIT_MS,
  })
  const fetched = code === 0 ? findElectron(root) : null
  if (fetched === null) {
    mkdirSync(dirname(memory), { recursive: true })
    writeFileSync(memory, String(Date.now()))
    say(
      `Electron could not be fetched: ${code === 124 ? `not there after ${FETCH_LIMIT_MS / 1000} seconds` : firstError(output)}.`,
    )
  } else rmSync(memory, { force: true })
  return fetched
}

/** @param {string} memory */
function failedLately(memory) {
  if (!existsSync(memory)) return false
  const age = Date.now() - Number(readFileSync(memory, 'utf8'))
  return age >= 0 && age < A_DAY_MS
}

/** The sentence in a stack trace; the cause says more than "fetch failed". @param {string} output */
function firstError(output) {
  const cause = /cause\]?:\s*(?:\w*Error:\s*)?([^\n]+)/.exec(output)?.[1]
  const first = /Error:\s*([^\n]+)/.exec(output)?.[1]
  return (cause ?? first ?? 'no reason given').trim().replace(/[.{]\s*$/, '')
}
