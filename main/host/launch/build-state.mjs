// Whether what is in out/ was made from the sources as they are now.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plainEnv, findNode } from './node.mjs'
import { run, tail } from './program.mjs'
import { CannotGoOn, say } from './say.mjs'
import { see } from './seen.cjs'

const SOURCES = [
  'contract',
  'main',
  'preload',
  'renderer',
  'tools',
  'build.mjs',
  'package-lock.json',
  'tsconfig.base.json',
]

/** A build takes seconds; on a machine with a load of 80 it takes minutes, and is not hung. */
const BUILD_LIMIT_MS = 1_200_000

/** SHA-256 over names and contents of everything the build reads. About 10 ms. @param {string} root */
export function sourceHash(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, root, source)
  return hash.digest('hex')
}

/** @param {import('node:crypto').Hash} hash @param {string} root @param {string} path */
function addTo(hash, root, path) {
  const full = join(root, path)
  if (!existsSync(full)) return
  const entries = listFolder(full)
  if (entries === null) hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
  else for (const name of entries) addTo(hash, root, `${path}/${name}`)
}

/** Every source with the folders that hold them, from the root. @param {string} root */
function namesIn(root) {
  /** @type {string[]} */
  const names = []
  /** @param {string} path */
  const add = (path) => {
    names.push(path)
    for (const entry of listFolder(join(root, path)) ?? []) add(`${path}/${entry}`)
  }
  for (const source of SOURCES) if (existsSync(join(root, source))) add(source)
  return names
}

/** @param {string} path @returns {string[] | null} null for a file */
function listFolder(path) {
  try {
    return readdirSync(path).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null
    throw error
  }
}

/** @param {string} root */
const stampFile = (root) => join(root, 'out', 'sources.sha256')

/** Written by the build as its last step. @param {string} root @param {string} hash of the sources before the build */
export function markBuilt(root, hash) {
  mkdirSync(join(root, 'out'), { recursive: true })
  writeFileSync(stampFile(root), hash)
}

/** @param {string} root */
export function isBuilt(root) {
  return existsSync(stampFile(root)) && readFileSync(stampFile(root), 'utf8') === sourceHash(root)
}

/**
 * After `ensurePackages`, so that what is noted as seen is true of the packages too.
 * @param {string} root
 */
export async function ensureBuilt(root) {
  const note = see(root, namesIn(root))
  if (isBuilt(root)) return note()
  say('building …')
  const { code, output } = await run(findNode(root), ['build.mjs'], {
    cwd: root,
    env: plainEnv(root),
    timeoutMs: BUILD_LIMIT_MS,
  })
  if (code !== 0) throw new CannotGoOn(`the build failed:\n${tail(output, 40)}`)
}
