// Puts the command line beside the app, in resources/cli: plain files and a Node of its own. The
// app's own binary runs no scripts (its fuse runAsNode is off), and a Node reads no asar. See
// docs/packaging.md.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { findNode } from '../main/host/launch/node.mjs'

/** As electron-builder numbers them. */
const ARCHITECTURES = ['ia32', 'x64', 'armv7l', 'arm64']

/** The licence of Node, beside its binary in every distribution of it: on Windows in the same folder. */
const NODE_LICENCES = ['LICENSE', '../LICENSE', '../../LICENSE', '../share/doc/node/LICENSE']

/** Of playwright-core, what drives a browser. electron-builder.yml leaves out the rest of the archive. */
const DRIVER = [
  ...['package.json', 'LICENSE', 'NOTICE', 'ThirdPartyNotices.txt', 'browsers.json'],
  ...['index.js', 'index.mjs', 'lib/bootstrap.js', 'lib/coreBundle.js', 'lib/package.js'],
  ...['lib/utilsBundle.js', 'lib/utilsBundle.js.LICENSE'],
  ...['lib/webp_codec.LICENSE', 'lib/webp_codec.wasm'],
]

/** @param {import('electron-builder').AfterPackContext} context */
export function afterPack({ appOutDir, arch, electronPlatformName: platform, packager }) {
  const wanted = ARCHITECTURES[arch]
  if (platform !== process.platform || wanted !== process.arch)
    throw new Error(
      `The Node of this machine is for ${process.platform} ${process.arch}: pack for ${platform} ${wanted} on such a machine.`,
    )
  const root = packager.projectDir
  writeCommandLine(root, join(packager.getResourcesDir(appOutDir), 'cli'))
}
/** @param {string} root @param {string} folder made anew */
export function writeCommandLine(root, folder) {
  rmSync(folder, { recursive: true, force: true })
  /** @param {string} path @param {(source: string) => boolean} [wanted] */
  const copy = (path, wanted = () => true) =>
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: wanted })
  copy('LICENSE')
  for (const name of ['gatehouse.cjs', 'node.mjs', 'say.mjs']) copy(`main/host/launch/${name}`)
  copy('out/main', (source) => !source.endsWith('.map') && !/[\\/]electron\.js$/.test(source))
  copy('out/renderer')
  copy('out/share', (source) => !/[\\/]share[\\/]bin$/.test(source))
  const sqlite = 'node_modules/better-sqlite3'
  for (const name of ['package.json', 'LICENSE', 'lib']) copy(`${sqlite}/${name}`)
  copy(`${sqlite}/prebuilds/${process.platform}-${process.arch}.node`)
  const driver = 'node_modules/playwright-core'
  for (const name of DRIVER) copy(`${driver}/${name}`)
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const about = { name, version, license, private: true, type: 'module' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
  writePrograms(root, join(folder, 'bin'))
  makeReadable(folder)
}

/** Node, and the command itself. @param {string} root @param {string} bin */
function writePrograms(root, bin) {
  mkdirSync(bin, { recursive: true })
  const node = findNode(root)
  const windows = process.platform === 'win32'
  copyFileSync(node, join(bin, windows ? 'node.exe' : 'node'))
  const licence = NODE_LICENCES.map((path) => join(dirname(node), path)).find(isThere)
  if (licence === undefined) throw new Error(`There is no licence of Node beside ${node}.`)
  copyFileSync(licence, join(bin, 'node.LICENSE'))
  copyFileSync(
    join(import.meta.dirname, windows ? 'gatehouse.cmd' : 'gatehouse.sh'),
    join(bin, windows ? 'gatehouse.cmd' : 'gatehouse'),
  )
}

/** @param {string} file */
function isThere(file) {
  try {
    return readFileSync(file).length > 0
  } catch {
    return false
  }
}

/** Whatever mask the person has who packs: everybody may read, only the owner may write. @param {string} folder */
function makeReadable(folder) {
  if (process.platform === 'win32') return
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const program = entry.parentPath.endsWith('/bin') && /^(node|gatehouse)$/.test(entry.name)
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() || program ? 0o755 : 0o644)
  }
}
