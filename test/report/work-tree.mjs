// Whether a test run left the project as it found it: no tracked file changed, no new file beside
// them.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../main/host/launch/program.mjs'

/** @typedef {import('./summary.mjs').TestOutcome} TestOutcome */
/** Files that differ from the last commit, and when each was written. Null: no work tree of git.
 * @typedef {ReadonlyMap<string, string> | null} WorkTree */

const TIMEOUT_MS = 60_000
const NAME = 'the run changed no file of the project'

/** @param {string} root @returns {Promise<WorkTree>} */
export async function readWorkTree(root) {
  const { code, output } = await run(
    'git',
    ['ls-files', '-z', '--modified', '--deleted', '--others', '--exclude-standard'],
    { cwd: root, env: process.env, timeoutMs: TIMEOUT_MS },
  ).catch(() => ({ code: 1, output: '' }))
  if (code !== 0) return null
  const names = output.split('\0').filter((name) => name !== '')
  return new Map(names.map((name) => [name, stampOf(join(root, name))]))
}

/** @param {string} file */
function stampOf(file) {
  try {
    const { mtimeMs, size } = statSync(file)
    return `${mtimeMs} ${size}`
  } catch {
    return 'gone'
  }
}

/** @param {WorkTree} before @param {WorkTree} after @returns {TestOutcome} */
export function compareWorkTrees(before, after) {
  if (before === null || after === null)
    return { name: NAME, state: 'skipped', note: 'this is no work tree of git' }
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
  return changed.length === 0
    ? { name: NAME, state: 'passed', note: '' }
    : {
        name: NAME,
        state: 'failed',
        note: `changed while it ran: ${changed.toSorted().join(', ')}`,
      }
}
