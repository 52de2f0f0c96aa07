// What the command line says about itself: all topics, one topic, or one command.
import type { Command } from './command.ts'
import type { Group } from './topic.ts'
import type { Example } from './reference/example.ts'
import { longer } from './reference/longer.ts'
import { paint } from './output/show.ts'
import { usageOf } from './usage.ts'

/** The usual columns of a terminal; on a wider one nothing is longer, on a narrower one all is shorter. */
const WIDTH = 80
const NARROWEST = 30
export const helpWidth = (columns: number | undefined): number =>
  Math.max(NARROWEST, Math.min(WIDTH, columns ?? WIDTH))
const NAMES = 18

const footer: readonly string[] = [
  'gatehouse help TOPIC shows the commands of a topic, gatehouse help TOPIC COMMAND one of them with examples, and gatehouse help --all every command.',
  '',
  'Every command takes --json (prints one JSON value), --config FILE and --help.',
  'GATEHOUSE_HOME sets another folder for data and configuration.',
  'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 denied, 4 needs approval but nobody could be asked, 124 command of exec reached a limit, 125 command of exec was not run, 129, 130, 143 ended by a signal.',
]

/** Topics in their groups, each with what it is about and its verbs. */
export function overview(groups: readonly Group[], color: boolean, width = WIDTH): string {
  const { bold, dim } = paint(color)
  const lines: string[] = [`${bold('gatehouse')}: one gate for every tool call of your agents`]
  const gap = ' '.repeat(NAMES)
  for (const { title, topics } of groups) {
    lines.push('', bold(title))
    for (const { name, summary, verbs } of topics) {
      lines.push(...wrapped(summary, [`  ${name}`.padEnd(NAMES), gap], width))
      if (verbs !== undefined) lines.push(...wrapped(verbs.join(', '), [gap, gap], width).map(dim))
    }
  }
  lines.push('', ...footer.flatMap((line) => wrapped(line, ['', ''], width)))
  return `${lines.join('\n')}\n`
}

/** Each command with what it takes, what it does below it. */
export function listOf(commands: readonly Command[], color: boolean, width = WIDTH): string {
  const { bold } = paint(color)
  const lines = commands.flatMap((command) => [
    ...wrapped(usageOf(command), ['', '      '], width).map((line, at) =>
      at === 0 ? bold(line) : line,
    ),
    ...wrapped(command.summary, ['    ', '    '], width),
  ])
  return `${lines.join('\n')}\n`
}

export function helpOf(
  command: Command,
  examples: readonly Example[],
  color: boolean,
  width = WIDTH,
): string {
  const { dim } = paint(color)
  const summary = `${command.summary[0]?.toUpperCase() ?? ''}${command.summary.slice(1)}.`
  const about = [
    ...wrapped(usageOf(command), ['', '      '], width),
    '',
    ...wrapped(summary, ['', ''], width),
  ]
  const why = longer[command.name]
  const time = why === undefined ? [] : ['', ...wrapped(`${why}.`, ['', ''], width)]
  const shown = examples.flatMap(({ does, line }) => [dim(`  # ${does}`), `  ${line}`])
  return `${[...about, ...time, ...(shown.length === 0 ? [] : ['', 'Such as:', ...shown])].join('\n')}\n`
}

/** What belongs together: `[…]`, also with another one in it, or quotes, and what touches them. */
const PIECE = /(?:\[[^[\]]*(?:\[[^\]]*\][^[\]]*)*\]|"[^"]*"|\S)+/g

/** Breaks at spaces only, and not inside of a piece that fits into a line. */
function wrapped(text: string, [first, rest]: readonly [string, string], width: number): string[] {
  const words = (text.match(PIECE) ?? []).flatMap((piece) =>
    rest.length + piece.length > width ? piece.split(' ') : [piece],
  )
  const lines: string[] = []
  let line = first
  let bare = true
  for (const word of words) {
    if (!bare && line.length + 1 + word.length > width) {
      lines.push(line)
      line = rest
      bare = true
    }
    line += bare ? word : ` ${word}`
    bare = false
  }
  return [...lines, line]
}
