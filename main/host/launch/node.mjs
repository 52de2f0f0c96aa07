// Which Node runs Gatehouse. better-sqlite3 needs Node-API 10 and crashes the process on less, so
// this is asked first.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CannotGoOn } from './say.mjs'

const NODE_API = 10

/** The Node that comes with the npm packages, where there is one for this machine. @param {string} root */
export function pinnedNode(root) {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const program = join(
    `node-${system}-${process.arch}`,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  // Installed into somebody's folder, npm puts a package and what it needs side by side.
  const beside = basename(dirname(root)) === 'node_modules' ? [dirname(root)] : []
  const files = [join(root, 'node_modules'), ...beside].map((folder) => join(folder, program))
  return files.find((file) => existsSync(file)) ?? null
}

/** @param {string} root */
export function findNode(root) {
  const pinned = pinnedNode(root)
  if (pinned !== null) return pinned
  if (Number(process.versions.napi) >= NODE_API) return process.execPath
  throw new CannotGoOn(
    `Node ${process.versions.node} is too old to run Gatehouse on ${process.platform} ${process.arch}. Install Node 24 (at least 22.14) and start again.`,
  )
}

/** The environment for children: our tools and our Node come first. @param {string} root */
export function childEnv(root) {
  const separator = process.platform === 'win32' ? ';' : ':'
  return {
    ...process.env,
    PATH: `${join(root, 'node_modules', '.bin')}${separator}${process.env['PATH'] ?? ''}`,
  }
}

/** The same, for output that is read by a program or kept. @param {string} root */
export function plainEnv(root) {
  const env = { ...childEnv(root), NO_COLOR: '1' }
  delete (/** @type {NodeJS.ProcessEnv} */ (env).FORCE_COLOR)
  return env
}
