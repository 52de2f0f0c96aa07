// A Playwright reporter that writes what test/run.mjs needs for its summary. What `--list` lists is
// what was left to the whole run: a runner that filters does not say what it has left out.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { skippedAs } from './summary.mjs'

export default class SummaryReporter {
  /** @type {import('@playwright/test/reporter').Suite | null} */
  suite = null
  /** @type {import('./summary.mjs').TestOutcome[]} */
  errors = []

  /** @param {import('@playwright/test/reporter').FullConfig} _config @param {import('@playwright/test/reporter').Suite} suite */
  onBegin(_config, suite) {
    this.suite = suite
  }

  /** @param {import('@playwright/test/reporter').TestError} error */
  onError(error) {
    this.errors.push({ name: 'outside of any spec', state: 'failed', note: error.message ?? '' })
  }

  onEnd() {
    const outcomes = (this.suite?.allTests() ?? []).map(outcomeOf)
    const target = process.env['GATEHOUSE_TEST_SUMMARY']
    if (target === undefined) return
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, JSON.stringify([...outcomes, ...this.errors]))
  }

  printsToStdio() {
    return false
  }
}

/**
 * @param {import('@playwright/test/reporter').TestCase} test
 * @returns {import('./summary.mjs').TestOutcome}
 */
function outcomeOf(test) {
  // A spec that runs in both hosts is two outcomes: the project says which.
  const [, project = '', , ...titles] = test.titlePath()
  const path = relative(process.cwd(), test.location.file)
  const name = [`[${project}] ${path}`, ...titles].join(' › ')
  const ms = test.results.reduce((sum, { duration }) => sum + duration, 0)
  return { name, file: `[${project}] ${path}`, ms, ...stateOf(test) }
}

/**
 * @param {import('@playwright/test/reporter').TestCase} test
 * @returns {Pick<import('./summary.mjs').TestOutcome, 'state' | 'note'>}
 */
function stateOf(test) {
  if (process.argv.includes('--list')) return { state: 'left', note: '' }
  if (test.outcome() === 'skipped') {
    const reason = test.annotations.find(
      ({ type }) => type === 'skip' || type === 'fixme',
    )?.description
    // Playwright calls a test skipped, too, that never got its turn.
    const ran = test.results.length > 0 || reason !== undefined
    return ran ? skippedAs(test.title, reason) : { state: 'failed', note: 'was never started' }
  }
  if (test.outcome() === 'flaky') {
    return {
      state: 'passed',
      note: `passed at its second try: ${test.results[0]?.error?.message ?? 'no message'}`,
    }
  }
  if (test.outcome() === 'expected') return { state: 'passed', note: '' }
  return { state: 'failed', note: test.results.at(-1)?.error?.message ?? test.outcome() }
}
