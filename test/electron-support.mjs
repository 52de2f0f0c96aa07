// Run nightly: fails once the pinned Electron has left the three major versions that its makers
// support, or lies behind the newest one of its own major.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Major versions that get fixes at one time. */
const SUPPORTED = 3

/**
 * What is wrong with the pinned version; null for nothing.
 * @param {string} pinned
 * @param {string} newest
 * @param {readonly string[]} all every released version
 */
export function unsupported(pinned, newest, all) {
  const major = Number(pinned.split('.')[0])
  const oldest = Number(newest.split('.')[0]) - SUPPORTED + 1
  if (major < oldest)
    return `Electron ${pinned} is not supported any more: take ${oldest} or newer.`
  const patches = all
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version) && version.startsWith(`${major}.`))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  const last = patches.at(-1) ?? pinned
  return last.localeCompare(pinned, 'en', { numeric: true }) > 0
    ? `Electron ${pinned} lacks the fixes of ${last}.`
    : null
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (/** @type {string} */ field) =>
    JSON.parse(
      execFileSync('npm', ['view', 'electron', field, '--json'], {
        encoding: 'utf8',
        shell: process.platform === 'win32',
      }),
    )
  const pinned = JSON.parse(
    readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'),
  ).devDependencies.electron
  const wrong = unsupported(pinned, read('dist-tags').latest, read('versions'))
  process.stdout.write(`${wrong ?? `Electron ${pinned} is supported.`}\n`)
  process.exitCode = wrong === null ? 0 : 1
}
