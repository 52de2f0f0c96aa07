// The few programs Gatehouse uses that are not npm packages. Installs them from Debian's packages
// when run as root; otherwise says how, and goes on: what needs them says so itself.
import { findProgram, run, tail } from './program.mjs'
import { say } from './say.mjs'

const FIVE_MINUTES = 300_000
/** A new machine often installs its own updates when Gatehouse starts first. In seconds. */
const WAIT_FOR_OTHERS = ['-o', 'DPkg::Lock::Timeout=180']

export const isRoot = process.getuid?.() === 0

/**
 * bubblewrap: the sandbox of commands on Linux.
 * @returns {Promise<void>}
 */
export async function ensureSandbox() {
  if (process.platform !== 'linux' || findProgram('bwrap') !== null) return
  const got = await installDebianPackage('bubblewrap', 'the sandbox for commands')
  if (!got)
    say(
      'no sandbox: commands are denied until you install bubblewrap (sudo apt install bubblewrap, sudo dnf install bubblewrap).',
    )
}

/**
 * Installs the newest version that Debian offers, and says which one came.
 * @param {string} name of the package
 * @param {string} what it is for, in a few words
 * @returns {Promise<boolean>} whether it is installed now
 */
export async function installDebianPackage(name, what) {
  if (!isRoot || findProgram('apt-get') === null) return false
  await updatePackageLists()
  say(`installing ${name} (${what}) …`)
  const { code, output } = await apt([
    'install',
    '-y',
    '-q',
    '--no-install-recommends',
    ...WAIT_FOR_OTHERS,
    name,
  ])
  if (code !== 0) {
    say(`${name} could not be installed: ${tail(output, 2)}`)
    return false
  }
  say(`installed ${name} ${await installedVersion(name)}.`)
  return true
}

/** @type {Promise<void> | null} */
let updated = null

/**
 * Once in a process, before anything is installed: a fresh machine has no lists, and those of an
 * old one name versions that are gone, or old enough to lack what they are wanted for.
 */
function updatePackageLists() {
  updated ??= (async () => {
    say('updating the package lists …')
    const { code, output } = await apt(['update', '-q'])
    if (code !== 0)
      say(
        `the package lists could not be updated, going on with those that are here: ${tail(output, 2)}`,
      )
  })()
  return updated
}

/** @param {readonly string[]} args */
function apt(args) {
  return run('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeoutMs: FIVE_MINUTES,
  })
}

/** @param {string} name */
async function installedVersion(name) {
  const { code, output } = await run('dpkg-query', ['-W', '-f', '${Version}', name], {
    timeoutMs: FIVE_MINUTES,
  })
  return code === 0 ? output.trim() : 'in an unknown version'
}
