// Commands of the group “Begin”, in the order of the help.
import type { Group } from '../topic.ts'

export const beginGroup: Group = {
  title: 'Begin',
  topics: [
    {
      name: 'init',
      summary: 'write the configuration file, and make the workspace',
      load: async () => [(await import('../policy/init.ts')).init],
    },
    {
      name: 'serve',
      summary: 'start Gatehouse for a browser on this machine',
      load: async () => [(await import('../session/serve.ts')).serve],
    },
    {
      name: 'open',
      summary: 'print a link to the window of the running Gatehouse',
      load: async () => [(await import('../session/open.ts')).openPageLink],
    },
    {
      name: 'doctor',
      summary: 'check protections, configuration, journal and model',
      load: async () => [(await import('../doctor.ts')).doctor],
    },
    {
      name: 'version',
      summary: 'print the versions of this program and of the running one',
      load: async () => [(await import('../version.ts')).version],
    },
  ],
}
