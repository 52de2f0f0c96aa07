// `npm test`: installs what is missing, runs every check there is, and ends with one summary.
// `npm test -- types lint unit arch e2e screens` runs only the named parts. Must run on Node 20 with nothing installed.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../main/host/launch/build-state.mjs'
import { childEnv, findNode, plainEnv } from '../main/host/launch/node.mjs'
import { ensurePackages } from '../main/host/launch/packages.mjs'
import { run } from '../main/host/launch/program.mjs'
import { CannotGoOn, runMain, say } from '../main/host/launch/say.mjs'
import { findChromium } from './chromium.mjs'
import { ensurePrograms } from './programs.mjs'
import { readOutcomes, summarize } from './report/summary.mjs'

/** @typedef {import('./report/summary.mjs').TestOutcome} TestOutcome */

const root = fileURLToPath(new URL('../', import.meta.url))
const PARTS = ['types', 'lint', 'unit', 'arch', 'e2e', 'screens']
/**
 * The parts that need a browser, and what Playwright calls what is in them.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const PROJECTS = { screens: ['screens'], e2e: ['browser', 'electron', 'stories'] }
/** Of one part. A slow machine takes its time; one that hangs is ended well before those who wait for it lose patience. */
const LIMIT_MS = 1_800_000

await runMain(async () => {
  const named = process.argv.slice(2)
  const unknown = named.find((part) => !PARTS.includes(part))
  if (unknown !== undefined)
    throw new CannotGoOn(`there is no part "${unknown}" of the tests: use ${PARTS.join(', ')}, or nothing for all.`)
  const wanted = named.length === 0 ? PARTS : named
  await install(wanted)
  const outcomes = await runParts(wanted)
  console.log(`\n${summarize(outcomes)}`)
  return outcomes.some(({ state }) => state === 'failed') ? 1 : 0
})

/** @param {readonly string[]} wanted */
async function install(wanted) {
  await ensurePackages(root)
  const browser = projectsOf(wanted).length > 0
  const missing = await ensurePrograms(root, [
    ...(wanted.includes('unit') || browser ? /** @type {const} */ (['bubblewrap', 'ripgrep', 'socat']) : []),
    ...(browser ? /** @type {const} */ (['chromium']) : []),
  ])
  if (missing.length > 0) say(`missing: ${missing.join(', ')}. What needs them is skipped by name or fails.`)
}

/** @param {readonly string[]} wanted */
async function runParts(wanted) {
  /** @type {TestOutcome[]} */
  const outcomes = []
  if (wanted.includes('types')) outcomes.push(await check('types', tool('typescript', 'bin/tsc'), ['-p', '.']))
  if (wanted.includes('lint')) {
    outcomes.push(await check('lint', tool('oxlint', 'bin/oxlint'), ['--type-aware']))
    outcomes.push(await check('format', tool('oxfmt', 'bin/oxfmt'), ['--check']))
  }
  const projects = projectsOf(wanted)
  if (wanted.includes('unit') || projects.length > 0) outcomes.push(await checkBuild())
  if (wanted.includes('unit')) outcomes.push(...(await vitest('unit', wanted.includes('arch') ? [] : ['--exclude', 'test/arch/**'])))
  else if (wanted.includes('arch')) outcomes.push(...(await vitest('arch', ['test/arch'])))
  if (projects.length > 0) outcomes.push(...(await endToEnd(projects)))
  return outcomes
}

/** @param {readonly string[]} wanted */
function projectsOf(wanted) {
  return Object.entries(PROJECTS).flatMap(([part, projects]) => (wanted.includes(part) ? projects : []))
}

/** @param {string} name @param {string} file */
function tool(name, file) {
  return join(root, 'node_modules', name, file)
}

/**
 * A check that is one pass or one fail; its output is shown when it fails.
 * @param {string} name
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<TestOutcome>}
 */
async function check(name, program, args) {
  const started = performance.now()
  const { code, output } = await run(findNode(root), [program, ...args], { cwd: root, env: plainEnv(root), timeoutMs: LIMIT_MS })
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  if (code !== 0) console.log(output)
  return code === 0 ? { name, state: 'passed', note: '' } : { name, state: 'failed', note: 'see above' }
}

/** @returns {Promise<TestOutcome>} */
async function checkBuild() {
  try {
    await ensureBuilt(root)
    return { name: 'build', state: 'passed', note: '' }
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error
    console.log(error.message)
    return { name: 'build', state: 'failed', note: 'see above' }
  }
}

/** @param {string} part @param {readonly string[]} args */
async function vitest(part, args) {
  const reporters = ['--reporter=default', '--reporter=./test/report/vitest-summary.mjs']
  return withSummary(part, [tool('vitest', 'vitest.mjs'), 'run', ...reporters, ...args], plainEnv(root))
}

/** @param {readonly string[]} projects @returns {Promise<TestOutcome[]>} */
async function endToEnd(projects) {
  if (findChromium() === null) {
    return [{ name: 'e2e', state: 'failed', note: 'there is no Chromium: install one, or name it in GATEHOUSE_CHROMIUM' }]
  }
  // Playwright sets FORCE_COLOR for its workers, and Node warns of it beside NO_COLOR, in the very output that specs read.
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...childEnv(root), FORCE_COLOR: '0' }
  delete env['NO_COLOR']
  const reporter = '--reporter=list,./test/report/playwright-summary.mjs'
  const args = [tool('@playwright/test', 'cli.js'), 'test', reporter, ...projects.map((name) => `--project=${name}`)]
  return withSummary('e2e', args, env)
}

/** @param {string} part @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
async function withSummary(part, args, env) {
  const file = join(root, 'node_modules', '.cache', 'gatehouse', `${part}-${process.pid}.json`)
  const told = { ...env, GATEHOUSE_TEST_SUMMARY: file }
  const { code } = await run(findNode(root), args, { cwd: root, env: told, timeoutMs: LIMIT_MS, show: true })
  const outcomes = readOutcomes(file, part, code)
  rmSync(file, { force: true })
  return outcomes
}
