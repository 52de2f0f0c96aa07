// Which command the words mean.
import type { Command } from './command.ts'
import { topics } from './commands.ts'
import { quickCommands } from './quick/quick-commands.ts'

/** The commands of a topic; none where there is no such topic. */
export const commandsOf = async (topic: string): Promise<readonly Command[]> =>
  (await topics.find(({ name }) => name === topic)?.load()) ?? []

/** The command itself where it can be read alone, else all of its topic. */
export async function commandsFor(words: readonly string[]): Promise<readonly Command[]> {
  const [topic = ''] = words
  for (const length of [3, 2]) {
    const name = words.slice(0, length).join(' ')
    const quick = Object.hasOwn(quickCommands, name) ? quickCommands[name] : undefined
    if (quick !== undefined) return [await quick()]
  }
  return commandsOf(topic)
}

/** The longest name that fits: `step-up totp` before `step-up`. */
export const findCommand = (
  commands: readonly Command[],
  words: readonly string[],
): Command | null =>
  commands
    .filter(({ name }) => name.split(' ').every((word, i) => words[i] === word))
    .toSorted((a, b) => b.name.length - a.name.length)[0] ?? null
