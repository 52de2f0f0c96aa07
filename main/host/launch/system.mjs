// The few programs Gatehouse uses that are not npm packages. Installs them from Debian's packages when run as root;
// otherwise says how, and goes on: what needs them says so itself.
import { findProgram, run, tail } from './program.mjs'
import { say } from './say.mjs'

const FIVE_MINUTES = 300_000

export const isRoot = process.getuid?.() === 0

/**
 * bubblewrap: the sandbox of commands on Linux.
 * @returns {Promise<void>}
 */
export async function ensureSandbox() {
  if (process.platform !== 'linux' || findProgram('bwrap') !== null) return
  const got = await installDebianPackage('bubblewrap', 'the sandbox for commands')
  if (!got)
    say('no sandbox: commands will be refused until bubblewrap is installed (sudo apt install bubblewrap, sudo dnf install bubblewrap).')
}

/**
 * @param {string} name of the package
 * @param {string} what it is for, in a few words
 * @returns {Promise<boolean>} whether it is installed now
 */
export async function installDebianPackage(name, what) {
  if (!isRoot || findProgram('apt-get') === null) return false
  say(`installing ${name} (${what}) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env, timeoutMs: FIVE_MINUTES })
  let result = await install()
  if (result.code !== 0) {
    // A fresh machine has no package lists, an old one has lists of packages that are gone.
    await run('apt-get', ['update', '-q'], { env, timeoutMs: FIVE_MINUTES })
    result = await install()
  }
  if (result.code !== 0) say(`${name} could not be installed: ${tail(result.output, 2)}`)
  return result.code === 0
}
