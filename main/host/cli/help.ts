// What the command line says about itself.
import type { Command } from './command.ts'
import { paint } from './output/show.ts'

/** Fits a terminal of the usual eighty columns. */
const WIDTH = 80

export const usageOf = ({ name, operands, usage }: Command): string =>
  ['gatehouse', name, ...operands, usage].filter((word) => word !== '').join(' ')

/**
 * Each command with what it takes, what it does below it; an empty line between those that begin
 * with another word.
 */
export function overview(commands: readonly Command[], color: boolean): string {
  const { bold } = paint(color)
  const lines: string[] = [`${bold('gatehouse')}: one gate for every tool call of your agents`]
  let group = ''
  for (const command of commands) {
    const [first = ''] = command.name.split(' ')
    if (first !== group) lines.push('')
    group = first
    lines.push(
      ...wrapped(usageOf(command), '  ', '        '),
      ...wrapped(command.summary, '      ', '      '),
    )
  }
  lines.push(
    '',
    'Every command takes --json (prints one JSON value), --config FILE and --help.',
    'GATEHOUSE_HOME sets another folder for data and configuration.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 denied, 4 needs approval but nobody could be asked.',
  )
  return `${lines.join('\n')}\n`
}

export const helpOf = (command: Command): string =>
  `${usageOf(command)}\n\n${command.summary[0]?.toUpperCase() ?? ''}${command.summary.slice(1)}.\n`

/** Breaks at spaces only, and not inside `[…]` or quotes where it can be helped. */
function wrapped(text: string, first: string, rest: string): string[] {
  const words = text.match(/\[[^\]]*\]|"[^"]*"|\S+/g) ?? []
  const lines: string[] = []
  let line = first
  for (const word of words) {
    if (line.trim() !== '' && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = rest
    }
    line += line.trim() === '' ? word : ` ${word}`
  }
  return [...lines, line]
}
