// The programs beyond npm packages that the tests and benches use: installs those that are missing,
// and names what cannot be had.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { childEnv, findNode } from '../main/host/launch/node.mjs'
import { findProgram, run } from '../main/host/launch/program.mjs'
import { say } from '../main/host/launch/say.mjs'
import { installDebianPackage } from '../main/host/launch/system.mjs'
import { findChromium, HEADLESS_SHELL } from './chromium.mjs'
import { findPostgres } from './postgres.mjs'

/** @typedef {'acl' | 'bubblewrap' | 'busybox' | 'chromium' | 'chromium-headless-shell' | 'clang' | 'fish' | 'fonts-liberation' | 'ksh93u+m' | 'libclang-rt-dev-wasm32' | 'lld' | 'mksh' | 'postgresql' | 'ripgrep' | 'rpm' | 'socat' | 'tmux' | 'wasi-libc' | 'yash' | 'zsh'} TestProgram */

const HALF_AN_HOUR = 1_800_000

/**
 * What each is for, and how to tell that it is there.
 * @type {Readonly<Record<TestProgram, {purpose: string, isThere: () => boolean}>>}
 */
const programs = {
  acl: {
    purpose: 'access lists of folders that a commit writes to',
    isThere: () => process.platform !== 'linux' || findProgram('setfacl') !== null,
  },
  bubblewrap: {
    purpose: 'the sandbox for commands',
    isThere: () => process.platform !== 'linux' || findProgram('bwrap') !== null,
  },
  busybox: {
    purpose: 'a shell whose reading of a line is tried',
    isThere: () => findProgram('busybox') !== null,
  },
  chromium: {
    purpose: 'the browser of the end-to-end tests',
    isThere: () => findChromium() !== null,
  },
  // Debian has it; elsewhere Playwright's own download brings one with it, or Chromium is enough.
  'chromium-headless-shell': {
    purpose: 'draws the window for the end-to-end tests at two thirds of the cost',
    isThere: () => findChromium() !== '/usr/bin/chromium' || existsSync(HEADLESS_SHELL),
  },
  clang: {
    purpose: 'builds the example plugins that are WASI modules',
    isThere: () => findProgram('clang') !== null,
  },
  fish: {
    purpose: 'a shell whose completion and reading of a line are tried',
    isThere: () => findProgram('fish') !== null,
  },
  // Arrows and other signs that the window's own faces lack come from here; with other fonts every
  // stored picture would differ a little, and none would be compared.
  'fonts-liberation': {
    purpose: 'the signs in the pictures that screens are compared with',
    isThere: () =>
      findProgram('apt-get') === null || existsSync('/usr/share/fonts/truetype/liberation'),
  },
  'ksh93u+m': {
    purpose: 'a shell whose reading of a line is tried',
    isThere: () => findProgram('ksh93') !== null,
  },
  mksh: {
    purpose: 'a shell whose reading of a line is tried',
    isThere: () => findProgram('mksh') !== null,
  },
  yash: {
    purpose: 'a shell whose reading of a line is tried',
    isThere: () => findProgram('yash') !== null,
  },
  postgresql: {
    purpose: 'the shared database of a fleet',
    isThere: () => findPostgres() !== null,
  },
  'libclang-rt-dev-wasm32': {
    purpose: 'builds the example plugins that are WASI modules',
    isThere: hasWasiBuiltins,
  },
  lld: {
    purpose: 'builds the example plugins that are WASI modules',
    isThere: () => findProgram('wasm-ld') !== null,
  },
  ripgrep: { purpose: 'used by tests', isThere: () => findProgram('rg') !== null },
  rpm: {
    purpose: 'makes and reads the package for Fedora',
    isThere: () => findProgram('rpmbuild') !== null,
  },
  socat: {
    purpose: 'needed by the sandbox library that ours is compared with',
    isThere: () => findProgram('socat') !== null,
  },
  tmux: { purpose: 'terminal sessions', isThere: () => findProgram('tmux') !== null },
  'wasi-libc': {
    purpose: 'builds the example plugins that are WASI modules',
    isThere: () => existsSync('/usr/lib/wasm32-wasi'),
  },
  zsh: {
    purpose: 'a shell whose completion, hooks and reading of a line are tried',
    isThere: () => findProgram('zsh') !== null,
  },
}

/** What builds a WASI module from C, as Debian's packages have it. */
export const compilerOfModules = /** @type {const} */ ([
  'clang',
  'lld',
  'wasi-libc',
  'libclang-rt-dev-wasm32',
])

/** Without one of them nothing is built. */
export const canCompileModules = () => compilerOfModules.every((name) => programs[name].isThere())

/**
 * In any version of clang. The Node that runs this may be older than the one of the packages: no
 * patterns of paths here.
 */
function hasWasiBuiltins() {
  const lib = '/usr/lib'
  if (!existsSync(lib)) return false
  return readdirSync(lib)
    .filter((name) => name.startsWith('llvm-'))
    .map((name) => join(lib, name, 'lib', 'clang'))
    .filter((clang) => existsSync(clang))
    .flatMap((clang) => readdirSync(clang).map((version) => join(clang, version)))
    .some((folder) => existsSync(join(folder, 'lib', 'wasi', 'libclang_rt.builtins-wasm32.a')))
}

/**
 * @param {string} root of the project, with its packages installed
 * @param {readonly TestProgram[]} wanted
 * @returns {Promise<TestProgram[]>} those that are still missing
 */
export async function ensurePrograms(root, wanted) {
  /** @type {TestProgram[]} */
  const missing = []
  for (const name of wanted) {
    const { purpose, isThere } = programs[name]
    if (!isThere()) await installDebianPackage(name, purpose)
    if (!isThere() && name === 'chromium') await downloadChromium(root)
    if (!isThere()) missing.push(name)
  }
  return missing
}

/** @param {string} root */
async function downloadChromium(root) {
  say("fetching Playwright's Chromium …")
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  await run(findNode(root), [cli, 'install', 'chromium'], {
    cwd: root,
    env: childEnv(root),
    timeoutMs: HALF_AN_HOUR,
  })
}
