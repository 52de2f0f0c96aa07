// Commands of the group “Write policy”, in the order of the help.
import type { Group } from '../topic.ts'

export const writePolicy: Group = {
  title: 'Write policy',
  topics: [
    {
      name: 'policy',
      summary: 'what would be decided, and why',
      verbs: ['explain', 'check', 'hash', 'simulate', 'test', 'preset', 'bundle'],
      load: async () => (await import('../policy/policy-commands.ts')).policyCommands,
    },
    {
      name: 'config',
      summary: 'the configuration file',
      verbs: ['check', 'path', 'schema', 'diff', 'import'],
      load: async () => (await import('../policy/config-commands.ts')).configCommands,
    },
    {
      name: 'runner',
      summary: 'the image of runner: container',
      load: async () => [(await import('../tools/build-runner.ts')).buildRunner],
    },
  ],
}
