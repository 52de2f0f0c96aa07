// What is said of words that mean no command, and which one may be meant.
import { nearest, onlyBeginning } from '../../../../contract/nearest.ts'
import type { Command } from '../command.ts'
import { topics } from '../commands.ts'
import { absentCommands } from '../reference/absent-commands.ts'
import type { Wrong } from './wrong.ts'

/** `commands`: those of the topic that the first word names. */
export function unknownCommand(commands: readonly Command[], words: readonly string[]): Wrong {
  const [topic = '', verb = ''] = words
  if (commands.length === 0) return unknownTopic(topic, verb)
  const verbs = commands.map(({ name }) => name.slice(topic.length + 1))
  const list = `Use one of: ${verbs.join(', ')}.`
  if (verb === '') return [`gatehouse ${topic} needs a subcommand.`, list]
  // `policy bundle` begins names of two words.
  const first = nearest(
    verb,
    verbs.map((name) => name.split(' ')[0] ?? ''),
  )
  const isLong = verbs.some((name) => name.startsWith(`${first} `))
  const asked = isLong ? words.slice(1, 3).join(' ') : verb
  const meant = nearest(asked, verbs) ?? onlyBeginning(asked, verbs)
  return [
    `There is no command "${topic} ${asked}".`,
    meant === null ? list : `Did you mean gatehouse ${topic} ${meant}? ${list}`,
  ]
}

function unknownTopic(topic: string, verb: string): Wrong {
  const known = [...topics.map(({ name }) => name), 'help']
  const withVerb = (wanted: string): string[] =>
    topics.filter(({ verbs = [] }) => verbs.includes(wanted)).map(({ name }) => name)
  const meant =
    nearest(topic, withVerb(verb)) ?? nearest(topic, known) ?? onlyBeginning(topic, known)
  const instead = Object.hasOwn(absentCommands, topic) ? absentCommands[topic] : undefined
  // Who writes `receipt` means `audit receipt`; `list` could be of nearly all.
  const above = withVerb(topic)
  const whole = above.map((name) => `gatehouse ${name} ${topic}`)
  return [
    `There is no command "${topic}".`,
    instead !== undefined
      ? `Use instead: ${instead.use}`
      : above.length > 0 && above.length <= 3
        ? `Did you mean ${whole.join(' or ')}?`
        : meant === null
          ? `There are: ${known.join(', ')}.`
          : `Did you mean gatehouse ${meant}?`,
  ]
}
