// `npm start`: from a fresh clone to a window. Installs, builds, chooses the host and hands over to
// it. Must run on Node 20 with nothing installed: imports only `node:` modules and its neighbours.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build-state.mjs'
import { electronObstacle, ensureElectron } from './electron.mjs'
import { electronFlags, engineEnv, engineFlags } from './engine.mjs'
import { childEnv, findNode } from './node.mjs'
import { ensurePackages } from './packages.mjs'
import { runInForeground } from './program.mjs'
import { CannotGoOn, runMain, say } from './say.mjs'
import { ensureSandbox } from './system.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))

await runMain(async () => {
  const { host, rest } = readArguments(process.argv.slice(2))
  await ensurePackages(root)
  await ensureSandbox()
  await ensureBuilt(root)
  const electron = host === 'browser' ? null : await electronOrNull(host === 'electron')
  if (electron !== null)
    return runInForeground(electron, [`--js-flags=${electronFlags.join(' ')}`, root, ...rest], {
      env: windowEnv(),
    })
  return runInForeground(
    findNode(root),
    [...engineFlags, join(root, 'out', 'main', 'browser.js'), ...rest],
    {
      env: { ...engineEnv, ...childEnv(root) },
    },
  )
})

/**
 * Terminals inside of other Electron programs may set this; Electron would then be a Node and open
 * no window.
 */
function windowEnv() {
  /** @type {NodeJS.ProcessEnv} */
  const env = childEnv(root)
  delete env['ELECTRON_RUN_AS_NODE']
  return env
}

/** @param {boolean} insisted on by the person, so that a failure is the end and not a reason for the other host */
async function electronOrNull(insisted) {
  const obstacle = electronObstacle()
  const electron = obstacle === null ? await ensureElectron(root, insisted) : null
  if (electron !== null) return electron
  if (insisted)
    throw new CannotGoOn(
      `the Electron host cannot start${obstacle === null ? '' : `: ${obstacle}`}. Try: npm start -- --host browser`,
    )
  say(`${obstacle === null ? '' : `${obstacle}; `}opening Gatehouse in the browser instead.`)
  return null
}

/**
 * `--host electron|browser` or GATEHOUSE_HOST; everything else goes to the host.
 * @param {readonly string[]} given
 */
function readArguments(given) {
  const rest = [...given]
  const at = rest.findIndex((argument) => argument === '--host' || argument.startsWith('--host='))
  let host = process.env['GATEHOUSE_HOST'] ?? ''
  if (at >= 0) {
    const argument = rest[at] ?? ''
    host = argument.includes('=') ? argument.slice('--host='.length) : (rest[at + 1] ?? '')
    rest.splice(at, argument.includes('=') ? 1 : 2)
    if (host === '') throw new CannotGoOn('--host needs a value: electron or browser.')
  }
  if (!['', 'electron', 'browser'].includes(host))
    throw new CannotGoOn(`there is no host "${host}": use electron or browser.`)
  return { host, rest }
}
