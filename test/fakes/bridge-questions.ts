// What servers ask in the fake window.
import type { ServerQuestion } from '../../contract/server/server-question.ts'

export const askedQuestions: readonly ServerQuestion[] = [
  {
    id: 'ask_1',
    server: 'forge',
    tool: 'create_release',
    client: 'claude-code',
    at: 0,
    parts: [
      {
        key: 'only',
        kind: 'elicitation',
        words: 'Which milestone does this release belong to, and what is it called?',
        passable: true,
        fields: [
          {
            name: 'milestone',
            title: 'Milestone',
            kind: 'choice',
            choices: [
              { value: '1.4', title: '1.4 (open)' },
              { value: '1.5', title: '1.5 (next)' },
            ],
            required: true,
            initial: null,
          },
          {
            name: 'name',
            title: 'Name of the release',
            kind: 'text',
            choices: [],
            required: true,
            initial: 'Autumn',
          },
          {
            name: 'draft',
            title: 'Keep it as a draft',
            kind: 'boolean',
            choices: [],
            required: false,
            initial: true,
          },
        ],
      },
    ],
  },
]
