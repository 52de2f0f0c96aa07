// Commands of the group “Connect”, in the order of the help.
import type { Group } from '../topic.ts'

export const connectGroup: Group = {
  title: 'Connect',
  topics: [
    {
      name: 'connect',
      summary: 'put Gatehouse in front of another agent',
      load: async () => [(await import('../agents/connect.ts')).connectClient],
    },
    {
      name: 'disconnect',
      summary: 'take Gatehouse out of another agent',
      load: async () => [(await import('../agents/disconnect.ts')).disconnectClient],
    },
    {
      name: 'clients',
      summary: 'clients of the gateway, and their tokens',
      verbs: ['list', 'add', 'remove', 'commands'],
      load: async () => (await import('../agents/clients-commands.ts')).clientsTopic,
    },
    {
      name: 'mcp',
      summary: 'serve an MCP client on standard input and output',
      load: async () => [(await import('../agents/mcp.ts')).mcp],
    },
    {
      name: 'servers',
      summary: 'MCP servers behind the gate',
      verbs: [
        'list',
        'show',
        'search',
        'add',
        'fetch',
        'grant',
        'review',
        'label',
        'trust',
        'close',
        'start',
        'questions',
        'answer',
        'remove',
        'import',
        'export',
      ],
      load: async () => (await import('../servers/servers-commands.ts')).serversCommands,
    },
    {
      name: 'plugins',
      summary: 'tools of your own, in any language',
      verbs: ['list', 'new', 'check', 'pack', 'review'],
      load: async () => (await import('../plugins/plugins-commands.ts')).pluginsCommands,
    },
    {
      name: 'accounts',
      summary: 'accounts at outside services',
      verbs: ['list', 'connect', 'disconnect'],
      load: async () => (await import('../accounts/accounts-commands.ts')).accountsCommands,
    },
    {
      name: 'secrets',
      summary: 'stored credentials',
      verbs: ['list', 'set', 'remove', 'unlock', 'lock'],
      load: async () => (await import('../secrets/secrets-commands.ts')).secretsCommands,
    },
  ],
}
