// Which option was meant by one that a command does not take. Pure.
import { nearest, onlyBeginning } from '../../../../contract/nearest.ts'
import type { OptionName } from '../options.ts'

/** Names of the same in other programs, and in other commands of ours. */
const alike: readonly (readonly string[])[] = [
  ['n', 'number', 'limit', 'lines', 'count', 'max'],
  ['v', 'V', 'version'],
  ['j', 'json'],
  ['y', 'yes', 'assume-yes', 'force'],
  ['o', 'out', 'output'],
  ['c', 'config'],
  ['a', 'all'],
  ['h', '?', 'help', 'usage'],
]

/** As people write it; null: nothing that the command takes is near. */
export function guessOption(word: string, takes: readonly OptionName[]): string | null {
  const likely = (known: string): OptionName | undefined => {
    const names = alike.find((group) => group.includes(known)) ?? []
    return takes.find((name) => name !== word && names.includes(name))
  }
  const meant =
    likely(word) ??
    nearest(word, takes) ??
    onlyBeginning(word, takes) ??
    likely(nearest(word, elsewhere) ?? onlyBeginning(word, elsewhere) ?? '')
  return meant === undefined ? null : meant === 'number' ? '-n' : `--${meant}`
}

const elsewhere = alike.flat().filter((name) => name.length > 1)
