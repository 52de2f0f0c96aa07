// Commands of the group “Look back”, in the order of the help.
import type { Group } from '../topic.ts'

export const lookBack: Group = {
  title: 'Look back',
  topics: [
    {
      name: 'audit',
      summary: 'the journal',
      verbs: [
        'tail',
        'search',
        'attention',
        'report',
        'summary',
        'export',
        'receipt',
        'key',
        'verifier',
        'verify',
      ],
      load: async () => (await import('../audit/audit-commands.ts')).auditCommands,
    },
    {
      name: 'fleet',
      summary: 'one record of several machines',
      verbs: [
        'status',
        'retry',
        'identity',
        'machines',
        'search',
        'verify',
        'init',
        'add',
        'revoke',
      ],
      load: async () => (await import('../fleet/fleet-commands.ts')).fleetCommands,
    },
    {
      name: 'backup',
      summary: 'copy the database',
      load: async () => [(await import('../audit/backup.ts')).backup],
    },
    {
      name: 'restore',
      summary: 'list the copies, or restore one',
      load: async () => [(await import('../audit/backup.ts')).restore],
    },
    {
      name: 'redact',
      summary: 'copy a text with its secrets replaced',
      load: async () => [(await import('../secrets/redact.ts')).redact],
    },
  ],
}
