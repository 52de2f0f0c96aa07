// Packages that commands which only read use seldom, and that take long to run when loaded: in the
// quick files they run when one of their functions is called.
import { join } from 'node:path'

const MARK = '\0late:'
const MARK_OURS = '\0late-ours:'

/** By package: the functions that are asked for. The build fails where another one is. */
const late = /** @type {const} */ ({
  // The list of public suffixes, for hosts alone.
  tldts: ['getPublicSuffix'],
})

/**
 * Ours, by the one module that reads it so.
 * @type {Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>}
 */
const ours = {
  // Hardly any description has words that make these look.
  'main/wiring/execution/servers/scanners.ts': {
    'main/secrets/redact/find.ts': ['findAtOnce'],
    'main/secrets/sanitize/injection.ts': ['injectionFlags'],
  },
}

/** @param {string} id @returns {id is keyof typeof late} */
const isLate = (id) => Object.hasOwn(late, id)

/** @type {import('vite').Plugin} */
export const latePackages = {
  name: 'late-packages',
  enforce: 'pre',
  resolveId: (id, importer) =>
    isLate(id) && importer?.startsWith(MARK) !== true ? `${MARK}${id}` : null,
  load(id) {
    const name = id.slice(MARK.length)
    if (!id.startsWith(MARK) || !isLate(name)) return null
    return late[name]
      .map((one) => `exports.${one} = (...given) => require('${name}').${one}(...given)`)
      .join('\n')
  },
}

/** @param {string} root @returns {import('vite').Plugin} */
export const lateModules = (root) => ({
  name: 'late-modules',
  enforce: 'pre',
  async resolveId(id, importer) {
    const reader = Object.keys(ours).find((name) => importer === join(root, name))
    if (reader === undefined) return null
    const found = await this.resolve(id, importer, { skipSelf: true })
    const module = Object.keys(ours[reader] ?? {}).find((name) => found?.id === join(root, name))
    return module === undefined ? null : `${MARK_OURS}${reader}>${module}`
  },
  load(id) {
    if (!id.startsWith(MARK_OURS)) return null
    const [reader = '', module = ''] = id.slice(MARK_OURS.length).split('>')
    const file = JSON.stringify(join(root, module))
    return (ours[reader]?.[module] ?? [])
      .map((one) => `exports.${one} = (...given) => require(${file}).${one}(...given)`)
      .join('\n')
  },
})
