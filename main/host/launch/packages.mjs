// Installs the npm packages when they are missing or not those of package-lock.json.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run, tail } from './program.mjs'
import { CannotGoOn, say } from './say.mjs'

const TEN_MINUTES = 600_000

/** @param {string} root */
export async function ensurePackages(root) {
  const state = packageState(root)
  if (state === 'there') return
  say(
    state === 'missing'
      ? 'installing the npm packages (about a minute, only this once) …'
      : 'the npm packages have changed, installing …',
  )
  // On Windows a running program cannot be removed, and the Node that runs this may be one of the
  // packages.
  const command = process.platform === 'win32' && state === 'stale' ? 'install' : 'ci'
  const { program, first } = npmProgram()
  const args = [
    ...first,
    command,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { code, output } = await run(program, args, { cwd: root, timeoutMs: TEN_MINUTES })
  if (code !== 0) {
    throw new CannotGoOn(
      `\`npm ${command}\` failed. Its last lines:\n${tail(output)}\nCheck the network, then start again.`,
    )
  }
  if (packageState(root) !== 'there') {
    throw new CannotGoOn(
      `\`npm ${command}\` ended well but packages are missing. Remove node_modules and start again.`,
    )
  }
}

/**
 * npm writes node_modules/.package-lock.json as the last step of every installation, so an interrupted one leaves none.
 * @param {string} root
 * @returns {'there' | 'missing' | 'stale'}
 */
export function packageState(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return 'missing'
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const installed = packagesIn(record)
  for (const [path, { version, optional }] of Object.entries(wanted)) {
    // An optional package is absent where it is for another system. Where it is present it must be
    // the right one.
    const found = installed[path]
    if (path !== '' && (found === undefined ? !optional : found.version !== version)) return 'stale'
  }
  return 'there'
}

/**
 * @param {string} file
 * @returns {Record<string, {version?: string, optional?: boolean}>}
 */
function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/**
 * The npm that started us, by the Node it runs on; else the one beside our own Node, or on PATH.
 */
export function npmProgram() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (cli !== undefined && /\.c?js$/.test(cli))
    return { program: node ?? process.execPath, first: [cli] }
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js')
  return existsSync(beside)
    ? { program: process.execPath, first: [beside] }
    : { program: 'npm', first: [] }
}
