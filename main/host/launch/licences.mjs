// What ships besides our own code, and under which licence: of the packages that are really in the
// bundles, and of those that are loaded beside them. Written by the build, read by Settings.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const NODE_MODULES = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/

/**
 * The folder of the package that a module belongs to; null for our own and for what a bundler
 * makes.
 * @param {string} id
 */
export const packageFolder = (id) => NODE_MODULES.exec(id.replace(/\?.*$/, ''))?.[1] ?? null

/**
 * Notes the package of every module of which something is left in a bundle.
 * @param {Set<string>} shipped
 * @returns {import('vite').Plugin}
 */
export const noteShipped = (shipped) => ({
  name: 'note-shipped',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue
      for (const [id, { renderedLength }] of Object.entries(file.modules)) {
        const folder = renderedLength > 0 ? packageFolder(id) : null
        if (folder !== null) shipped.add(folder)
      }
    }
  },
})

/**
 * @param {string} root
 * @param {ReadonlySet<string>} shipped
 * @param {readonly string[]} beside packages that are not bundled and come along whole, with what they need
 * @throws where a package says nothing of its licence
 */
export function licencesOf(root, shipped, beside) {
  const folders = new Set(shipped)
  /** @param {string} name */
  const along = (name) => {
    const folder = join(root, 'node_modules', name)
    if (folders.has(folder)) return
    folders.add(folder)
    // What only installs Electron does not ship with it.
    if (name !== 'electron')
      for (const need of Object.keys(manifest(folder).dependencies ?? {})) along(need)
  }
  for (const name of beside) along(name)
  const packages = [...folders].map((folder) => {
    const { name, version, license, licenses } = manifest(folder)
    const licence =
      typeof license === 'string'
        ? license
        : (license?.type ??
          licenses?.map((/** @type {{type: string}} */ one) => one.type).join(' or ') ??
          '')
    const text = texts(folder)
    if (licence === '' && text === '')
      throw new Error(`licences: ${name} ${version} says nothing of its licence`)
    return { name, version, licence, text }
  })
  const own = {
    name: 'gatehouse',
    version: manifest(root).version,
    licence: manifest(root).license,
    text: texts(root),
  }
  const byName = (/** @type {{name: string, version: string}} */ one) =>
    `${one.name}@${one.version}`
  return [own, ...new Map(packages.map((one) => [byName(one), one])).values()].sort((a, b) =>
    byName(a) < byName(b) ? -1 : 1,
  )
}

/** @param {string} folder */
const manifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** @param {string} folder */
const texts = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice|third.?party)/i.test(entry.name),
    )
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')
