// What a test run came to, in words and numbers.
import { existsSync, readFileSync } from 'node:fs'

/**
 * `file`, `ms` and `processorMs` where a runner tells them: which file it stands in, how long it took, and what
 * processor time its file took (one test of the file says it). `outlivingMs` is the part of it that the system counts
 * for nobody. `left`: to the whole run; `long`: to the long
 * forms.
 * @typedef {{name: string, state: 'passed' | 'failed' | 'skipped' | 'left' | 'long', note: string, file?: string, ms?: number, processorMs?: number, outlivingMs?: number}} TestOutcome
 */
/** @typedef {{kind: string, ms: number, processorMs?: number}} KindTime */

const SLOWEST = 20
/** As in `a pipe (skipped on darwin: there is none)`; `needs` where it runs for some only. */
const REASON = /\(((?:skipped|needs)\b(?:[^()]|\([^()]*\))*)\)/
/** At the end of the name of what runs in the long forms alone (test/soak.ts). */
const LONG = '@soak'

/**
 * What a test that did not run comes to: its reason is in its name. On Linux, where all of them could run, one without
 * a reason has failed.
 * @param {string} name
 * @param {string} [said] by the test while it ran
 * @param {string} [platform]
 * @returns {Pick<TestOutcome, 'state' | 'note'>}
 */
export function skippedAs(name, said = '', platform = process.platform) {
  if (name.includes(LONG)) return { state: 'long', note: '' }
  const note = said === '' ? (REASON.exec(name)?.[1] ?? '') : said
  return note === '' && platform === 'linux'
    ? { state: 'failed', note: 'was skipped, and its name does not say why: “(skipped …)”' }
    : { state: 'skipped', note }
}

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
  const reported = outcomes.some(({ state }) => state === 'failed')
  return code === 0 || reported
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
  const left = of('left').length
  const long = of('long').length
  const again = passed.filter(({ note }) => note !== '')
  return [
    ...(failed.length > 0 ? ['Failed:', ...failed.map(line), ''] : []),
    ...(again.length > 0 ? ['Not steady:', ...again.map(line), ''] : []),
    ...(skipped.length > 0 ? ['Skipped:', ...skipped.map(line), ''] : []),
    ...(left > 0 ? [`${left} left to the whole run (npm run test:whole)`] : []),
    ...(long > 0 ? [`${long} left to the long forms (npm run test:soak)`] : []),
    `${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`,
  ].join('\n')
}

/**
 * Where the time went: the slowest files by the sum of their tests, then each kind of check, by the clock and (in
 * brackets) by the processors.
 * @param {readonly KindTime[]} kinds
 * @param {readonly TestOutcome[]} outcomes
 * @param {number} [ms] all of it by the clock: less than its parts where they run beside each other
 */
export function summarizeTime(kinds, outcomes, ms = sumOf(kinds.map((kind) => kind.ms))) {
  /** @type {Map<string, {ms: number, processorMs: number}>} */
  const files = new Map()
  for (const { file, ms: fileMs = 0, processorMs = 0 } of outcomes) {
    if (file === undefined) continue
    const sum = files.get(file) ?? { ms: 0, processorMs: 0 }
    files.set(file, { ms: sum.ms + fileMs, processorMs: sum.processorMs + processorMs })
  }
  const slowest = [...files].toSorted(([, one], [, other]) => other.ms - one.ms).slice(0, SLOWEST)
  return [
    ...(slowest.length > 0
      ? ['Slowest files:', ...slowest.map(([file, time]) => `  ${both(time)}  ${file}`), '']
      : []),
    'Time by kind:',
    ...kinds.map(({ kind, ...time }) => `  ${both(time)}  ${kind}`),
    `  ${both({ ms, processorMs: sumOf(kinds.map(({ processorMs = 0 }) => processorMs)) })}  all`,
  ].join('\n')
}

/** By the clock and, where it is known, by the processors. @param {{ms: number, processorMs?: number}} time */
const both = ({ ms, processorMs = 0 }) =>
  processorMs === 0
    ? seconds(ms)
    : `${seconds(ms)} ${`(${seconds(processorMs).trim()})`.padStart(10)}`

/** @param {readonly number[]} numbers */
const sumOf = (numbers) => numbers.reduce((sum, one) => sum + one, 0)

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
