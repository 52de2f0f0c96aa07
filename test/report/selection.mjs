// Which tests a command line of `npm test` asks for.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CannotGoOn } from '../../main/host/launch/say.mjs'

/**
 * `tests` for vitest and `specs` for Playwright, as paths; both empty where whole kinds are meant.
 * `whole`: with the tests that are tagged so. Who names a part wants all of it. `update`: what unit
 * tests compare with is written again.
 * @typedef {{kinds: readonly string[], tests: readonly string[], specs: readonly string[], watch: boolean, whole: boolean, update: boolean}} Selection
 */

export const KINDS = ['types', 'lint', 'unit', 'arch', 'e2e', 'screens']
const OPTIONS = ['--watch', '--whole', '-u']

/**
 * Kinds by their names; any other word or path chooses the files whose path has it, a folder of
 * test/ by its whole name first.
 * @param {string} root
 * @param {readonly string[]} args
 * @returns {Selection}
 */
export function readSelection(root, args) {
  const watch = args.includes('--watch')
  const update = args.includes('-u')
  const words = args.filter((word) => !OPTIONS.includes(word))
  const option = words.find((word) => word.startsWith('-'))
  if (option !== undefined)
    throw new CannotGoOn(
      `there is no option ${option}: use ${OPTIONS.join(', ')}, ${KINDS.join(', ')}, or a word of a path.`,
    )
  const filters = words.filter((word) => !KINDS.includes(word))
  const kinds = words.filter((word) => KINDS.includes(word))
  if (filters.length === 0) {
    const whole = args.includes('--whole') || watch
    return { kinds: words.length === 0 ? KINDS : kinds, tests: [], specs: [], watch, whole, update }
  }
  const files = filesOf(root)
  const chosen = filters.flatMap((word) => matching(files, word))
  const [tests, specs] = [chosen.filter((file) => !isSpec(file)), chosen.filter(isSpec)]
  const found = [...kinds, ...(tests.length > 0 ? ['unit'] : []), ...specs.map(kindOfSpec)]
  return {
    kinds: [...new Set(found)],
    tests: [...new Set(tests)],
    specs: [...new Set(specs)],
    watch,
    whole: true,
    update,
  }
}

/** @param {string} root */
const filesOf = (root) =>
  readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .toSorted()

/** @param {readonly string[]} files @param {string} word */
function matching(files, word) {
  const path = word.replaceAll('\\', '/').replace(/^\.\//, '')
  const inFolder = files.filter((file) => file.startsWith(`test/${path}/`))
  const found = inFolder.length > 0 ? inFolder : files.filter((file) => file.includes(path))
  if (found.length === 0)
    throw new CannotGoOn(
      `no test's path has "${word}": use ${KINDS.join(', ')}, a path, or a word of one.`,
    )
  return found
}

/** @param {string} file */
const kindOfSpec = (file) => (file.startsWith('test/screens/') ? 'screens' : 'e2e')

/** @param {string} file */
const isSpec = (file) => file.includes('.spec.')
