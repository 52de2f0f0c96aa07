// `npm test`: installs what is missing, runs every check there is, and ends with one summary. Must
// run on Node 20 with nothing installed.
//   npm test -- types lint unit arch e2e screens    only these kinds
//   npm test -- gate                                all tests whose path has this word
//   npm test -- test/gate/tiers.test.ts --watch      one file, again after each change
//   npm test -- arch -u                             writes what these compare with: read the diff
// Whole kinds run without the tests marked @whole; `npm run test:whole` takes the same words and
// runs those too (decision 64).
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../main/host/launch/build-state.mjs'
import { childEnv, findNode, plainEnv } from '../main/host/launch/node.mjs'
import { ensurePackages } from '../main/host/launch/packages.mjs'
import { run, runInForeground } from '../main/host/launch/program.mjs'
import { CannotGoOn, runMain, say } from '../main/host/launch/say.mjs'
import { findChromium } from './chromium.mjs'
import { CHECK_TYPES } from './few-cores.mjs'
import { ensureOlderChromium } from './older-chromium.mjs'
import { compilerOfModules, ensurePrograms } from './programs.mjs'
import { openLanes } from './report/lanes.mjs'
import { childrenMs } from './report/processor.mjs'
import { KINDS, readSelection } from './report/selection.mjs'
import { readOutcomes, summarize, summarizeTime } from './report/summary.mjs'
import { compareWorkTrees, readWorkTree } from './report/work-tree.mjs'

/** @typedef {import('./report/summary.mjs').TestOutcome} TestOutcome */
/** @typedef {import('./report/summary.mjs').KindTime} KindTime */
/** @typedef {import('./report/selection.mjs').Selection} Selection */
/** @typedef {import('./report/lanes.mjs').Lane} Lane */

const root = fileURLToPath(new URL('../', import.meta.url))
/**
 * The kinds that need a browser, and what Playwright calls what is in them.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const PROJECTS = {
  screens: ['screens'],
  e2e: ['browser', 'older', 'electron', 'packages', 'stories'],
}
/**
 * Of one kind. A slow machine takes its time; one that hangs is ended well before those who wait
 * for it lose patience.
 */
const LIMIT_MS = 2_400_000
/** The mark at the end of a test's name, or of the `describe` that it is in. */
const WHOLE = '@whole'
const NOT_WHOLE = String.raw`^(?![\s\S]*${WHOLE})`

/** @param {string} name @param {string} file */
const tool = (name, file) => join(root, 'node_modules', name, file)

/** @type {readonly (readonly [string, string, readonly string[]])[]} */
const CHECKS = [
  ['format', tool('oxfmt', 'bin/oxfmt'), ['--check']],
  ['unused', tool('knip', 'bin/knip.js'), ['--no-progress']],
]

await runMain(async () => {
  const selection = readSelection(root, process.argv.slice(2))
  await install(selection)
  const before = await readWorkTree(root)
  if (selection.watch) return watch(selection)
  const started = performance.now()
  const { outcomes, times } = await runKinds(selection)
  const ms = performance.now() - started
  if (!selection.update) outcomes.push(compareWorkTrees(before, await readWorkTree(root)))
  console.log(`\n${summarizeTime(times, outcomes, ms)}\n\n${summarize(outcomes)}`)
  return outcomes.some(({ state }) => state === 'failed') ? 1 : 0
})

/** @param {Selection} selection */
async function install({ kinds, whole }) {
  await ensurePackages(root)
  const browser = projectsOf(kinds).length > 0
  const missing = await ensurePrograms(root, [
    ...(kinds.includes('unit') || browser
      ? /** @type {const} */ (['bubblewrap', 'ripgrep', 'socat', 'tmux'])
      : []),
    ...(kinds.includes('unit')
      ? /** @type {const} */ ([
          'acl',
          'busybox',
          'fish',
          'ksh93u+m',
          'mksh',
          'postgresql',
          'rpm',
          'yash',
          'zsh',
        ])
      : []),
    ...(kinds.includes('unit') ? compilerOfModules : []),
    ...(browser
      ? /** @type {const} */ (['chromium', 'chromium-headless-shell', 'fonts-liberation'])
      : []),
  ])
  if (whole && kinds.includes('e2e')) await ensureOlderChromium(root)
  if (missing.length > 0)
    say(`missing: ${missing.join(', ')}. What needs them is skipped by name or fails.`)
}

/** Until the person ends it. @param {Selection} selection */
async function watch({ kinds, tests }) {
  if (!kinds.includes('unit'))
    throw new CannotGoOn('--watch runs unit tests: name a file or a word of one.')
  await ensureBuilt(root)
  return runInForeground(findNode(root), [tool('vitest', 'vitest.mjs'), 'watch', ...tests], {
    cwd: root,
    env: childEnv(root),
  })
}

/**
 * The unit tests wait for processes and disks a third of their time. Beside them go the checks, and
 * after these what needs a browser (decision 71).
 * @param {Selection} selection
 */
async function runKinds({ kinds, tests, specs, whole, update }) {
  /** @type {TestOutcome[]} */
  const outcomes = []
  /** @type {KindTime[]} */
  const times = []
  // Counted when a program ends, so what it adds then is its own.
  let counted = childrenMs()
  /** @param {string} kind @param {() => Promise<readonly TestOutcome[]>} work */
  const timed = async (kind, work) => {
    const started = performance.now()
    const ended = await work()
    outcomes.push(...ended)
    const now = childrenMs()
    const outlivingMs = ended.reduce((sum, one) => sum + (one.outlivingMs ?? 0), 0)
    times.push({
      kind,
      ms: performance.now() - started,
      processorMs: now - counted + outlivingMs,
    })
    counted = now
  }
  const projects = projectsOf(kinds)
  const arch = kinds.includes('arch')
  const unit = kinds.includes('unit')
  if (unit || projects.length > 0) await timed('build', checkBuild)
  const named = arch ? [...tests, 'test/arch'] : tests
  const all = arch ? [] : ['--project', 'pure', '--project', 'jsx', '--project', 'processes']
  const chosen = [...(tests.length > 0 ? named : all), ...(update ? ['-u'] : [])]

  const [front, middle, back] = openLanes(3)
  /** @param {Lane | undefined} lane @param {(lane: Lane) => Promise<unknown>} work */
  const inLane = async (lane, work) => {
    if (lane === undefined) return
    await work(lane).finally(() => lane.end())
  }
  const checked = inLane(front, async (lane) => {
    let typed = false
    if (kinds.includes('types')) {
      await timed('types', async () => {
        const found = await check(lane, 'types', tool('typescript', 'bin/tsc'), CHECK_TYPES)
        typed = found.every(({ state }) => state === 'passed')
        return found
      })
    }
    if (!kinds.includes('lint')) return
    const lint = join(root, 'test', 'lint.mjs')
    await timed('lint', () => check(lane, 'lint', lint, typed ? ['--typed'] : []))
    for (const [kind, program, args] of CHECKS)
      await timed(kind, () => check(lane, kind, program, args))
  })
  await Promise.all([
    inLane(middle, async (lane) => {
      if (unit) await timed('unit', () => vitest(lane, 'unit', chosen, whole))
      else if (arch)
        await timed('arch', () =>
          vitest(lane, 'arch', ['test/arch', ...(update ? ['-u'] : [])], whole),
        )
    }),
    checked.then(() =>
      inLane(back, async (lane) => {
        if (projects.length > 0)
          await timed(projects.join(', '), () => endToEnd(lane, projects, specs, whole))
      }),
    ),
  ])
  return { outcomes, times }
}

/** @param {readonly string[]} kinds */
function projectsOf(kinds) {
  return KINDS.flatMap((kind) => (kinds.includes(kind) ? (PROJECTS[kind] ?? []) : []))
}

/**
 * A check that is one pass or one fail; its output is shown when it fails.
 * @param {Lane} lane
 * @param {string} name
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<TestOutcome[]>}
 */
async function check(lane, name, program, args) {
  const { code, output } = await run(findNode(root), [program, ...args], {
    cwd: root,
    env: plainEnv(root),
    timeoutMs: LIMIT_MS,
  })
  lane.write(Buffer.from(`${code === 0 ? '✓' : '✗'} ${name}\n${code === 0 ? '' : `${output}\n`}`))
  return [
    code === 0 ? { name, state: 'passed', note: '' } : { name, state: 'failed', note: 'see above' },
  ]
}

/** @returns {Promise<TestOutcome[]>} */
async function checkBuild() {
  try {
    await ensureBuilt(root)
    return [{ name: 'build', state: 'passed', note: '' }]
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error
    console.log(error.message)
    return [{ name: 'build', state: 'failed', note: 'see above' }]
  }
}

/** @param {Lane} lane @param {string} kind @param {readonly string[]} args @param {boolean} whole */
async function vitest(lane, kind, args, whole) {
  const reporters = ['--reporter=default', '--reporter=./test/report/vitest-summary.mjs']
  const part = whole ? [] : ['--tags-filter=!whole', `--testNamePattern=${NOT_WHOLE}`]
  return withSummary(
    lane,
    kind,
    [tool('vitest', 'vitest.mjs'), 'run', ...reporters, ...part, ...args],
    { ...plainEnv(root), GATEHOUSE_TEST_PART: whole ? 'whole' : 'short' },
  )
}

/**
 * @param {Lane} lane
 * @param {readonly string[]} projects
 * @param {readonly string[]} specs
 * @param {boolean} whole
 * @returns {Promise<TestOutcome[]>}
 */
async function endToEnd(lane, projects, specs, whole) {
  if (findChromium() === null) {
    return [
      {
        name: 'e2e',
        state: 'failed',
        note: 'there is no Chromium: install one, or name it in GATEHOUSE_CHROMIUM',
      },
    ]
  }
  // Playwright sets FORCE_COLOR for its workers, and Node warns of it beside NO_COLOR, in the very
  // output that specs read.
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...childEnv(root), FORCE_COLOR: '0' }
  delete env['NO_COLOR']
  const summary = './test/report/playwright-summary.mjs'
  /** @param {Pick<Lane, 'write'>} output @param {readonly string[]} args @param {NodeJS.ProcessEnv} [more] */
  const playwright = (output, args, more = {}) =>
    withSummary(
      output,
      'e2e',
      [
        tool('@playwright/test', 'cli.js'),
        'test',
        ...args,
        ...projects.map((name) => `--project=${name}`),
        ...specs,
      ],
      { ...env, ...more },
    )
  if (whole) return playwright(lane, [`--reporter=list,${summary}`])
  const ran = await playwright(lane, [`--reporter=list,${summary}`, `--grep-invert=${WHOLE}`], {
    GATEHOUSE_TEST_PART: 'short',
  })
  const silent = { write() {} }
  const listed = await playwright(silent, [`--reporter=${summary}`, '--list'])
  const names = new Set(ran.map(({ name }) => name))
  return [...ran, ...listed.filter(({ name, state }) => state === 'left' && !names.has(name))]
}

/**
 * @param {Pick<Lane, 'write'>} lane
 * @param {string} kind
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function withSummary(lane, kind, args, env) {
  const file = join(root, 'node_modules', '.cache', 'gatehouse', `${kind}-${process.pid}.json`)
  const reported = { ...env, GATEHOUSE_TEST_SUMMARY: file }
  const { code } = await run(findNode(root), args, {
    cwd: root,
    env: reported,
    timeoutMs: LIMIT_MS,
    show: lane.write,
  })
  const outcomes = readOutcomes(file, kind, code)
  rmSync(file, { force: true })
  return outcomes
}
