// Every command there is, by topic, in the groups and the order of the help. A topic is read when it is
// used: a command is started often, and needs little of what there is.
import type { Command } from './command.ts'
import { answerCalls } from './groups/answer-calls.ts'
import { beginGroup } from './groups/begin.ts'
import { connectGroup } from './groups/connect.ts'
import { lookBack } from './groups/look-back.ts'
import { useAgents } from './groups/use-agents.ts'
import { writePolicy } from './groups/write-policy.ts'
import type { Group, Topic } from './topic.ts'

export const groups: readonly Group[] = [
  beginGroup,
  answerCalls,
  useAgents,
  connectGroup,
  writePolicy,
  lookBack,
  {
    title: 'For programs',
    topics: [
      {
        name: 'hook',
        summary: 'answer the hook of an agent',
        load: async () => [(await import('./agents/hook.ts')).hook],
      },
      {
        name: 'exec',
        summary: 'run a command that a hook let through',
        load: async () => [(await import('./agents/exec.ts')).exec],
      },
      {
        name: 'completion',
        summary: 'print the completion script of a shell',
        load: async () => [(await import('./reference/completion.ts')).completion(allCommands)],
      },
    ],
  },
]

export const topics: readonly Topic[] = groups.flatMap((group) => group.topics)

export const allCommands = async (): Promise<readonly Command[]> =>
  (await Promise.all(topics.map(({ load }) => load()))).flat()
