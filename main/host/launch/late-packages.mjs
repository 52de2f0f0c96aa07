// Packages of large tables that a look asks at one place and seldom: in the quick files they run when one
// of their functions is called.

const MARK = '\0late:'

/** By package: the functions that are asked for. The build fails where another one is. */
const late = /** @type {const} */ ({
  // The list of public suffixes, for hosts alone.
  tldts: ['getPublicSuffix'],
})

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
