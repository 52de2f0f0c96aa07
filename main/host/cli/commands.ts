// Every command there is, by topic, in the groups and the order of the help. A topic is read when it is
// used: a command is started often, and needs little of what there is.
import type { Command } from './command.ts'
import type { Group, Topic } from './topic.ts'

export const groups: readonly Group[] = [
  {
    title: 'Begin',
    topics: [
      {
        name: 'init',
        summary: 'write the configuration file, and make the workspace',
        load: async () => [(await import('./policy/init.ts')).init],
      },
      {
        name: 'serve',
        summary: 'start Gatehouse for a browser on this machine',
        load: async () => [(await import('./session/serve.ts')).serve],
      },
      {
        name: 'open',
        summary: 'print a link to the window of the running Gatehouse',
        load: async () => [(await import('./session/open.ts')).openPageLink],
      },
      {
        name: 'doctor',
        summary: 'check protections, configuration, journal and model',
        load: async () => [(await import('./doctor.ts')).doctor],
      },
      {
        name: 'version',
        summary: 'print the versions of this program and of the running one',
        load: async () => [(await import('./version.ts')).version],
      },
    ],
  },
  {
    title: 'Answer calls',
    topics: [
      {
        name: 'watch',
        summary: 'show held calls in this terminal, and answer them by key',
        load: async () => [(await import('./watch/watch.ts')).watch],
      },
      {
        name: 'approvals',
        summary: 'calls that need a person, and their answers',
        verbs: ['list', 'show', 'approve', 'deny', 'rehearse', 'run-again'],
        load: async () => (await import('./approvals/approvals-commands.ts')).approvalsCommands,
      },
      {
        name: 'leases',
        summary: 'answers that last',
        verbs: ['list', 'revoke', 'grant'],
        load: async () => (await import('./approvals/leases-commands.ts')).leasesCommands,
      },
      {
        name: 'undo',
        summary: 'put back what a call changed',
        load: async () => [(await import('./tools/undo.ts')).undo],
      },
      {
        name: 'stop-everything',
        summary: 'stop every agent, and revoke every lease',
        load: async () => [(await import('./approvals/stop-everything.ts')).stopEverything],
      },
      {
        name: 'resume',
        summary: 'let calls run again after stop-everything',
        load: async () => [(await import('./approvals/stop-everything.ts')).resume],
      },
      {
        name: 'step-up',
        summary: 'the passphrase and one-time codes',
        verbs: ['passphrase', 'totp'],
        load: async () => (await import('./secrets/step-up-commands.ts')).stepUpCommands,
      },
    ],
  },
  {
    title: 'Use tools and agents',
    topics: [
      {
        name: 'tools',
        summary: 'what there is to call, and calling it',
        verbs: ['list', 'describe', 'run'],
        load: async () => (await import('./tools/tools-commands.ts')).toolsCommands,
      },
      {
        name: 'agents',
        summary: 'your own agents, and the settings of others',
        verbs: ['list', 'check', 'capabilities', 'enable', 'disable', 'run', 'audit'],
        load: async () => (await import('./agents/agents-commands.ts')).agentsCommands,
      },
      {
        name: 'runs',
        summary: 'what agents have done, and are doing',
        verbs: ['list', 'show', 'capture', 'replay', 'diff'],
        load: async () => (await import('./runs/runs-commands.ts')).runsCommands,
      },
      {
        name: 'schedules',
        summary: 'jobs that run later',
        verbs: [
          'list',
          'show',
          'add',
          'pause',
          'resume',
          'run',
          'history',
          'failed',
          'repeat',
          'discard',
          'clear',
          'remove',
          'preflight',
          'give',
        ],
        load: async () => (await import('./schedules/schedules-commands.ts')).schedulesCommands,
      },
      {
        name: 'webhooks',
        summary: 'addresses that other programs report to',
        verbs: ['list', 'add', 'renew', 'pause', 'resume', 'remove'],
        load: async () => (await import('./events/events-commands.ts')).webhooksCommands,
      },
      {
        name: 'events',
        summary: 'what came in, and starts jobs',
        verbs: ['list', 'show', 'process', 'send'],
        load: async () => (await import('./events/events-commands.ts')).eventsCommands,
      },
    ],
  },
  {
    title: 'Connect',
    topics: [
      {
        name: 'connect',
        summary: 'put Gatehouse in front of another agent',
        load: async () => [(await import('./agents/connect.ts')).connectClient],
      },
      {
        name: 'disconnect',
        summary: 'take Gatehouse out of another agent',
        load: async () => [(await import('./agents/disconnect.ts')).disconnectClient],
      },
      {
        name: 'clients',
        summary: 'clients of the gateway, and their tokens',
        verbs: ['list', 'add', 'remove', 'commands'],
        load: async () => (await import('./agents/clients-commands.ts')).clientsTopic,
      },
      {
        name: 'mcp',
        summary: 'serve an MCP client on standard input and output',
        load: async () => [(await import('./agents/mcp.ts')).mcp],
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
        load: async () => (await import('./servers/servers-commands.ts')).serversCommands,
      },
      {
        name: 'plugins',
        summary: 'tools of your own, in any language',
        verbs: ['list', 'new', 'check', 'pack', 'review'],
        load: async () => (await import('./plugins/plugins-commands.ts')).pluginsCommands,
      },
      {
        name: 'accounts',
        summary: 'accounts at outside services',
        verbs: ['list', 'connect', 'disconnect'],
        load: async () => (await import('./accounts/accounts-commands.ts')).accountsCommands,
      },
      {
        name: 'secrets',
        summary: 'stored credentials',
        verbs: ['list', 'set', 'remove', 'unlock', 'lock'],
        load: async () => (await import('./secrets/secrets-commands.ts')).secretsCommands,
      },
    ],
  },
  {
    title: 'Write policy',
    topics: [
      {
        name: 'policy',
        summary: 'what would be decided, and why',
        verbs: ['explain', 'check', 'hash', 'simulate', 'test', 'preset', 'bundle'],
        load: async () => (await import('./policy/policy-commands.ts')).policyCommands,
      },
      {
        name: 'config',
        summary: 'the configuration file',
        verbs: ['check', 'path', 'schema', 'diff', 'import'],
        load: async () => (await import('./policy/config-commands.ts')).configCommands,
      },
      {
        name: 'runner',
        summary: 'the image of runner: container',
        load: async () => [(await import('./tools/build-runner.ts')).buildRunner],
      },
    ],
  },
  {
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
        load: async () => (await import('./audit/audit-commands.ts')).auditCommands,
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
        load: async () => (await import('./fleet/fleet-commands.ts')).fleetCommands,
      },
      {
        name: 'backup',
        summary: 'copy the database',
        load: async () => [(await import('./audit/backup.ts')).backup],
      },
      {
        name: 'restore',
        summary: 'list the copies, or restore one',
        load: async () => [(await import('./audit/backup.ts')).restore],
      },
      {
        name: 'redact',
        summary: 'copy a text with its secrets replaced',
        load: async () => [(await import('./secrets/redact.ts')).redact],
      },
    ],
  },
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
