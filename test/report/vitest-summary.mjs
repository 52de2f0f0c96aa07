// A vitest reporter that writes what test/run.mjs needs for its summary, the reasons of skipped
// tests included (which vitest's own JSON reporter leaves out). In a run without the tests marked
// @whole, vitest calls those skipped.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { skippedAs } from './summary.mjs'

/** @param {import('vitest/node').TestCase} test */
const isOfWhole = ({ tags, fullName }) => tags.includes('whole') || fullName.includes('@whole')

export default class SummaryReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<{message: string}>} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    const short = process.env['GATEHOUSE_TEST_PART'] === 'short'
    /** @type {import('./summary.mjs').TestOutcome[]} */
    const outcomes = []
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      let processorMs = Number(Reflect.get(module.meta(), 'processorMs') ?? 0)
      let outlivingMs = Number(Reflect.get(module.meta(), 'outlivingMs') ?? 0)
      for (const test of module.children.allTests()) {
        const result = test.result()
        const left = short && result.state === 'skipped' && isOfWhole(test)
        const again = result.state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0
        const first = result.errors?.[0]?.message ?? ''
        const ended =
          left || result.state === 'pending'
            ? /** @type {const} */ ({ state: left ? 'left' : 'failed', note: first })
            : result.state === 'skipped'
              ? skippedAs(test.fullName, result.note)
              : {
                  state: result.state,
                  note: again ? `passed at its second try: ${first}` : first,
                }
        outcomes.push({
          name: `${file} › ${test.fullName}`,
          file,
          ms: test.diagnostic()?.duration ?? 0,
          processorMs,
          outlivingMs,
          ...ended,
        })
        // Of the file, told once.
        processorMs = 0
        outlivingMs = 0
      }
      for (const error of module.errors())
        outcomes.push({ name: file, state: 'failed', note: error.message })
    }
    for (const error of unhandled)
      outcomes.push({ name: 'outside of any test', state: 'failed', note: error.message })
    const target = process.env['GATEHOUSE_TEST_SUMMARY']
    if (target === undefined) return
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, JSON.stringify(outcomes))
  }
}
