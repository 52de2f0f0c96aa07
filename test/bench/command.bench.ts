// How long one command line takes to be taken apart: everyday ones, and those of the greatest
// length that repeat one piece, of which the slowest decides. Times are of the processor, so that a
// busy machine does not count.
//
//   node test/bench/command.bench.ts
import { analyseCommand } from '../../main/command/analyse.ts'
import { LONGEST_LINE } from '../../main/command/parse/parse.ts'
import { REPEATED_PIECES } from '../command/repeated-pieces.ts'
import { EVERYDAY } from '../command/tier-lines.ts'
import { zoneOf } from '../command/summary.ts'
import { median, type BenchLine } from './line.ts'

const GOAL_MS = 100
const ROUNDS = 5
const PIECES = [
  ...REPEATED_PIECES,
  ...[
    'find . -exec a \\; ',
    'a ',
    '-a ',
    'rm a;',
    'git -c x ',
    'a=b ',
    '{a,b}',
    '*',
    '"a" ',
    "'a' ",
    '\\a',
    '#\n',
    '&',
    '[[ a && ',
    'a[1]=',
    '~/',
    '/a/../',
  ],
  ...[
    '@',
    '\n',
    '2>&1 ',
    '! ',
    'time ',
    'coproc ',
    'a;',
    'tar -C a ',
    'x=$((',
    'ssh -o ',
    'node -e x;',
    'timeout 1 ',
    '$(a)',
    '`a`',
    '<(a) ',
    '((',
    'cd ..;',
  ],
  ...['日'],
]

/** Milliseconds of work, the median of some rounds. */
async function workOf(line: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = process.cpuUsage()
    await analyseCommand(line, { cwd: '/w', zoneOf, shells: 'any' })
    const { user, system } = process.cpuUsage(from)
    times.push((user + system) / 1000)
  }
  return median(times)
}

export async function run(): Promise<BenchLine[]> {
  for (const line of EVERYDAY) await workOf(line)
  const started = performance.now()
  for (const line of EVERYDAY) await analyseCommand(line, { cwd: '/w', zoneOf })
  const each = (performance.now() - started) / EVERYDAY.length
  let slowest = { piece: '', ms: 0 }
  for (const piece of PIECES)
    for (const length of [LONGEST_LINE, 2 * LONGEST_LINE]) {
      const ms = await workOf(piece.repeat(Math.floor(length / piece.length)))
      if (ms > slowest.ms) slowest = { piece, ms }
    }
  return [
    {
      name: `an everyday command line, of ${EVERYDAY.length}`,
      value: `${each.toFixed(2)} ms`,
      goal: null,
      holds: null,
    },
    {
      name: `the slowest line of up to 64 kB: ${JSON.stringify(slowest.piece)} repeated`,
      value: `${slowest.ms.toFixed(0)} ms`,
      goal: `${GOAL_MS} ms`,
      holds: slowest.ms <= GOAL_MS,
    },
  ]
}

if (import.meta.main)
  console.log(
    (await run())
      .map(({ name, value, goal }) => `${name}: ${value}${goal === null ? '' : ` (goal ${goal})`}`)
      .join('\n'),
  )
