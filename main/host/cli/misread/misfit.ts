// Whether the words and options of a command line fit their command, and what is said where they do not.
import { nearest } from '../../../../contract/nearest.ts'
import type { Given } from '../arguments.ts'
import type { Command } from '../command.ts'
import { topics } from '../commands.ts'
import type { OptionName } from '../options.ts'
import { usageOf } from '../usage.ts'
import { notTaken, ofEvery } from './unknown-option.ts'
import type { Wrong } from './wrong.ts'

/** Null where the words and options fit the command. */
export function misfit(command: Command, { words, options }: Given): Wrong | null {
  const operands = words.slice(command.name.split(' ').length)
  const usage = `Use: ${usageOf(command)}`
  const missing = command.operands[operands.length]
  if (missing !== undefined && !missing.startsWith('['))
    return [`gatehouse ${command.name} needs ${missing}.`, usage]
  const extra =
    command.operands.at(-1)?.endsWith('…]') === true ? undefined : operands[command.operands.length]
  if (extra !== undefined) {
    const longer = operands.length === 1 ? nearest(extra, verbsBelow(command.name)) : null
    const guess = longer === null ? '' : `Did you mean gatehouse ${command.name} ${longer}? `
    return [`gatehouse ${command.name} does not take "${extra}".`, `${guess}${usage}`]
  }
  for (const [name, value] of options) {
    if (ofEvery.includes(name)) continue
    if (!command.options.includes(name)) return notTaken(command, name)
    if (name === 'totp' && !/^\d{6}$/.test(value))
      return ['--totp needs the six digits of a one-time code.', 'Write --totp 123456.']
    const listed = listedValues(command, name)
    if (listed.length > 0 && !listed.includes(value)) {
      const meant = /^\d+$/.test(value) ? null : nearest(value, listed)
      return [
        `--${name} needs one of: ${listed.join(', ')}.`,
        meant === null ? `Such as: --${name} ${listed[0]}` : `Did you mean --${name} ${meant}?`,
      ]
    }
  }
  return null
}

/** `step-up` is a command and has others below it. */
const verbsBelow = (name: string): readonly string[] =>
  topics.find((topic) => topic.name === name)?.verbs ?? []

/** `--format jsonl|csv|otel` takes these and no others; empty where other values may follow. */
function listedValues({ usage }: Command, name: OptionName): readonly string[] {
  const written = new RegExp(String.raw`--${name} ([^\s\]]+)`).exec(usage)?.[1]?.split('|') ?? []
  return written.length > 1 && written.every((word) => /^[a-z0-9][a-z0-9.-]*$/.test(word))
    ? written
    : []
}
