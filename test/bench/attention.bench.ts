// How often a person is asked, and whether everything that matters is seen: a trace of 1,500 calls
// (test/bench/attention/mix.ts says of what) under each preset, through the real gate and the real
// sandbox in a real project, with a simulated person who takes the first scope that is offered.
//
// Each preset has a process of its own, as many at a time as there are processors, and is reported as
// soon as it is through.
//
//   npm run bench -- attention                            5 to 20 minutes
//   GATEHOUSE_CALLS=300 npm run bench -- attention        a quick look; its figures are no result
//   GATEHOUSE_PRESETS=flow npm run bench -- attention
//   GATEHOUSE_SEED=2 npm run bench -- attention           another trace of the same mix
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import type { BenchLine } from './line.ts'
import { makeTrace } from './attention/trace.ts'
import { replay } from './attention/replay.ts'
import { FIRST, scoreOf } from './attention/score.ts'
import type { Score } from './attention/score.ts'

const CALLS = Number(process.env['GATEHOUSE_CALLS'] ?? 1_500 + FIRST)
const SEED = Number(process.env['GATEHOUSE_SEED'] ?? 1)
const PRESETS = (process.env['GATEHOUSE_PRESETS'] ?? 'flow,ask,careful,read-only').split(',')
const MOST = 3

export async function run(): Promise<BenchLine[]> {
  const scores = new Map<string, Score>()
  const waiting = [...PRESETS]
  const lane = async (): Promise<void> => {
    for (let preset = waiting.shift(); preset !== undefined; preset = waiting.shift()) {
      const began = performance.now()
      const score = await scoreInChild(preset)
      console.error(report(preset, score, (performance.now() - began) / 1_000))
      scores.set(preset, score)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return PRESETS.flatMap((preset) => {
    const score = scores.get(preset)
    return score === undefined ? [] : linesOf(preset, score)
  })
}

/** A replay changes the home of its process, so two of them need two processes. */
export const scoreHere = async (preset: string): Promise<Score> =>
  scoreOf(await replay(preset, makeTrace(CALLS, SEED)))

async function scoreInChild(preset: string): Promise<Score> {
  const script = `
const { scoreHere } = await import(${JSON.stringify(import.meta.filename)})
process.stdout.write('\\n' + JSON.stringify(await scoreHere(${JSON.stringify(preset)})))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[number | null]>,
  ])
  if (code !== 0) throw new Error(`${preset} ended with ${code}`)
  return JSON.parse(said.slice(said.lastIndexOf('\n') + 1)) as Score
}

function linesOf(
  preset: string,
  { per100, risky, unseen, noise, limited, unanswered }: Score,
): BenchLine[] {
  const flow = preset === 'flow'
  const line = (name: string, value: string, goal: string | null, holds: boolean | null) => ({
    name: `${preset}: ${name}`,
    value,
    goal,
    holds: goal === null ? null : holds,
  })
  return [
    line(
      `questions per 100 calls after the first ${FIRST}`,
      per100.toFixed(1),
      flow ? `at most ${MOST}` : null,
      per100 <= MOST,
    ),
    line(
      'calls beyond ordinary files of the workspace',
      `${risky.calls}: ${risky.seen} asked, ${risky.covered} covered, ${risky.harmless} did nothing`,
      null,
      null,
    ),
    line('calls turned away by a limit', String(limited.length), 'none', limited.length === 0),
    line('answers that were refused', String(unanswered.length), 'none', unanswered.length === 0),
    line('effects that nobody saw or covered', String(unseen.length), 'none', unseen.length === 0),
    line(
      'questions about what only reads',
      String(noise.length),
      flow || preset === 'ask' ? 'none' : null,
      noise.length === 0,
    ),
  ]
}

const SHOWN = 25
const EXAMPLES = 3

function report(preset: string, score: Score, seconds: number): string {
  const { calls, questions, causes, unseen, noise, unanswered } = score
  const some = (title: string, all: readonly string[]): string[] =>
    all.length === 0
      ? []
      : [title, ...[...new Set(all)].slice(0, SHOWN).map((line) => `    ${line}`)]
  return [
    `${preset}: ${questions} questions in ${calls} calls (${seconds.toFixed(0)} s)`,
    ...causes.flatMap(([cause, lines]) => [
      `  ${String(lines.length).padStart(5)}  ${cause}`,
      ...[...new Set(lines)].slice(0, EXAMPLES).map((line) => `           ${line}`),
    ]),
    ...some('  unseen:', unseen),
    ...some('  not answered:', unanswered),
    ...some('  asked, though it only reads:', noise),
    '',
  ].join('\n')
}
