// What a test run came to, in words and numbers.
import { existsSync, readFileSync } from 'node:fs'

/**
 * `file` and `ms` where a runner tells them: which file it stands in, and how long it took.
 * @typedef {{name: string, state: 'passed' | 'failed' | 'skipped', note: string, file?: string, ms?: number}} TestOutcome
 */
/** @typedef {{kind: string, ms: number}} KindTime */

const SLOWEST = 20

/**
 * The outcomes a reporter wrote. A runner that failed without a failing test still counts as a
 * failure.
 * @param {string} file
 * @param {string} part
 * @param {number} code exit code of the runner
 * @returns {TestOutcome[]}
 */
export function readOutcomes(file, part, code) {
  /** @type {TestOutcome[]} */
  const outcomes = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  if (outcomes.length === 0)
    return [{ name: part, state: 'failed', note: `no test ran (exit code ${code})` }]
  const told = outcomes.some(({ state }) => state === 'failed')
  return code === 0 || told
    ? outcomes
    : [...outcomes, { name: part, state: 'failed', note: `ended with exit code ${code}` }]
}

/**
 * The end of `npm test`. The last line is a stable interface: `N passed, N failed, N skipped`.
 * @param {readonly TestOutcome[]} outcomes
 */
export function summarize(outcomes) {
  /** @param {TestOutcome['state']} state */
  const of = (state) => outcomes.filter((outcome) => outcome.state === state)
  const [passed, failed, skipped] = [of('passed'), of('failed'), of('skipped')]
  const again = passed.filter(({ note }) => note !== '')
  return [
    ...(failed.length > 0 ? ['Failed:', ...failed.map(line), ''] : []),
    ...(again.length > 0 ? ['Not steady:', ...again.map(line), ''] : []),
    ...(skipped.length > 0 ? ['Skipped:', ...skipped.map(line), ''] : []),
    `${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`,
  ].join('\n')
}

/**
 * Where the time went: each kind of check by the clock, then the slowest files by the sum of their
 * tests.
 * @param {readonly KindTime[]} kinds
 * @param {readonly TestOutcome[]} outcomes
 */
export function summarizeTime(kinds, outcomes) {
  /** @type {Map<string, number>} */
  const files = new Map()
  for (const { file, ms } of outcomes)
    if (file !== undefined) files.set(file, (files.get(file) ?? 0) + (ms ?? 0))
  const slowest = [...files].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST)
  return [
    ...(slowest.length > 0
      ? ['Slowest files:', ...slowest.map(([file, ms]) => `  ${seconds(ms)}  ${file}`), '']
      : []),
    'Time by kind:',
    ...kinds.map(({ kind, ms }) => `  ${seconds(ms)}  ${kind}`),
    `  ${seconds(kinds.reduce((sum, { ms }) => sum + ms, 0))}  all`,
  ].join('\n')
}

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(7)

/** @param {TestOutcome} outcome */
function line({ name, note, state }) {
  const first = withoutColours(note).trim().split('\n')[0] ?? ''
  return `  ${name}: ${first === '' && state === 'skipped' ? 'no reason given' : first}`
}

/** @param {string} text */
function withoutColours(text) {
  // oxlint-disable-next-line no-control-regex -- colour codes of a terminal are what is taken out
  return text.replace(/\u001b\[[0-9;]*m/g, '')
}
