// Commands of the group “Use tools and agents”, in the order of the help.
import type { Group } from '../topic.ts'

export const useAgents: Group = {
  title: 'Use tools and agents',
  topics: [
    {
      name: 'tools',
      summary: 'list, describe and run tools',
      verbs: ['list', 'describe', 'run'],
      load: async () => (await import('../tools/tools-commands.ts')).toolsCommands,
    },
    {
      name: 'agents',
      summary: 'your own agents, and the settings of others',
      verbs: ['list', 'check', 'capabilities', 'enable', 'disable', 'run', 'audit'],
      load: async () => (await import('../agents/agents-commands.ts')).agentsCommands,
    },
    {
      name: 'runs',
      summary: 'what agents have done, and are doing',
      verbs: ['list', 'show', 'capture', 'replay', 'diff'],
      load: async () => (await import('../runs/runs-commands.ts')).runsCommands,
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
      load: async () => (await import('../schedules/schedules-commands.ts')).schedulesCommands,
    },
    {
      name: 'webhooks',
      summary: 'addresses that other programs report to',
      verbs: ['list', 'add', 'renew', 'pause', 'resume', 'remove'],
      load: async () => (await import('../events/events-commands.ts')).webhooksCommands,
    },
    {
      name: 'events',
      summary: 'what came in, and starts jobs',
      verbs: ['list', 'show', 'process', 'send'],
      load: async () => (await import('../events/events-commands.ts')).eventsCommands,
    },
  ],
}
