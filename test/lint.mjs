// The lint of `npm test`: oxlint with types over the files whose verdict can have changed since they
// were last found right. Checked from nothing that takes a minute of processor time. `npm run lint`
// always looks at all of them.
//   node test/lint.mjs            after a check of the types of its own
//   node test/lint.mjs --typed    where the types were just checked and are right
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, plainEnv } from '../main/host/launch/node.mjs'
import { run } from '../main/host/launch/program.mjs'
import { runMain } from '../main/host/launch/say.mjs'
import { CHECK_TYPES, FRUGAL_LINT } from './few-cores.mjs'
import { lintKeys, shapesOf } from './lint-keys.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const LIMIT_MS = 2_400_000
const PROJECTS = ['contract', 'tools', 'main', 'preload', 'renderer', 'test']
/** What decides about every file: the rules, the compiler's settings, the versions of both. */
const COMMON = [
  '.oxlintrc.json',
  '.oxlintrc.layers.json',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  ...PROJECTS.map((project) => `${project}/tsconfig.json`),
]
const FOUND_RIGHT = join(root, 'node_modules', '.cache', 'gatehouse', 'lint.json')
/** Of a command line, on every system. */
const MOST_CHARACTERS = 25_000

await runMain(async () => {
  const typed =
    process.argv.includes('--typed') || (await program('typescript', 'bin/tsc', CHECK_TYPES)) === 0
  const files = typed ? await listFiles() : []
  if (files.length === 0) return lint([])
  const before = keysOf(files)
  const right = readRight()
  const open = files.filter((file) => !before.has(file) || right[file] !== before.get(file))
  const words = open.map((file) => relative(root, file))
  if (open.length > 0) {
    const code = await lint(words.join(' ').length < MOST_CHARACTERS ? words : [])
    if (code !== 0) return code
    // Who changed a file meanwhile does not get the verdict on what it was.
    const after = keysOf(files)
    for (const [file, key] of before) if (after.get(file) !== key) before.delete(file)
  }
  keep(before)
  return 0
})

/** @param {string} name @param {string} file @param {readonly string[]} args */
async function program(name, file, args) {
  const words = [join(root, 'node_modules', name, file), ...args]
  const { code, output } = await run(findNode(root), words, {
    cwd: root,
    env: { ...plainEnv(root), ...(name === 'oxlint' ? FRUGAL_LINT : {}) },
    timeoutMs: LIMIT_MS,
  })
  // The check of types says by itself what is wrong.
  if (name === 'oxlint') process.stdout.write(output)
  return code
}

/**
 * @param {readonly string[]} files all where none is named
 * @returns {Promise<number>}
 */
function lint(files) {
  return program('oxlint', 'bin/oxlint', ['--type-aware', ...files])
}

/** What oxlint would look at, as whole paths; none where it does not say. */
async function listFiles() {
  const words = [join(root, 'node_modules', 'oxlint', 'bin/oxlint'), '--debug=files']
  const { code, output } = await run(findNode(root), words, {
    cwd: root,
    env: plainEnv(root),
    timeoutMs: LIMIT_MS,
  })
  if (code !== 0) return []
  return output.split('\n').flatMap((line) => (line.trim() === '' ? [] : [join(root, line.trim())]))
}

/** @param {readonly string[]} files */
function keysOf(files) {
  const wanted = new Set(files)
  const projects = PROJECTS.map((project) => {
    const file = join(root, 'node_modules', '.cache', 'tsc', project, 'tsconfig.tsbuildinfo')
    return shapesOf(JSON.parse(readFileSync(file, 'utf8')), file, wanted)
  })
  const common = COMMON.map((file) => readFileSync(join(root, file), 'utf8')).join('\0')
  return lintKeys(files, projects, common)
}

/** @returns {Record<string, string>} keys by whole path */
function readRight() {
  try {
    const stored = Object.entries(JSON.parse(readFileSync(FOUND_RIGHT, 'utf8')))
    return Object.fromEntries(stored.map(([file, key]) => [join(root, file), key]))
  } catch {
    return {}
  }
}

/** @param {ReadonlyMap<string, string>} keys */
function keep(keys) {
  const stored = [...keys].map(([file, key]) => [relative(root, file), key])
  mkdirSync(dirname(FOUND_RIGHT), { recursive: true })
  // Another run may read meanwhile.
  writeFileSync(`${FOUND_RIGHT}.new`, JSON.stringify(Object.fromEntries(stored)))
  renameSync(`${FOUND_RIGHT}.new`, FOUND_RIGHT)
}
