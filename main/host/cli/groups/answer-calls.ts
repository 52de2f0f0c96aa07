// Commands of the group “Answer calls”, in the order of the help.
import type { Group } from '../topic.ts'

export const answerCalls: Group = {
  title: 'Answer calls',
  topics: [
    {
      name: 'watch',
      summary: 'show held calls in this terminal, and answer them by key',
      load: async () => [(await import('../watch/watch.ts')).watch],
    },
    {
      name: 'approvals',
      summary: 'calls that need a person, and their answers',
      verbs: ['list', 'show', 'approve', 'deny', 'rehearse', 'run-again'],
      load: async () => (await import('../approvals/approvals-commands.ts')).approvalsCommands,
    },
    {
      name: 'leases',
      summary: 'answers that last',
      verbs: ['list', 'revoke', 'grant'],
      load: async () => (await import('../approvals/leases-commands.ts')).leasesCommands,
    },
    {
      name: 'undo',
      summary: 'put back what a call changed',
      load: async () => [(await import('../tools/undo.ts')).undo],
    },
    {
      name: 'stop-everything',
      summary: 'stop every agent, and revoke every lease',
      load: async () => [(await import('../approvals/stop-everything.ts')).stopEverything],
    },
    {
      name: 'resume',
      summary: 'let calls run again after stop-everything',
      load: async () => [(await import('../approvals/stop-everything.ts')).resume],
    },
    {
      name: 'step-up',
      summary: 'the passphrase and one-time codes',
      verbs: ['passphrase', 'totp'],
      load: async () => (await import('../secrets/step-up-commands.ts')).stepUpCommands,
    },
  ],
}
