// OpenCode: https://opencode.ai/docs/config and /docs/mcp-servers. Its plugins are programs, and it
// has no hook that is a command.
import { authorization, filled, type Client } from './client.ts'

export const openCode: Client = {
  title: 'OpenCode',
  format: 'json',
  path: ['mcp'],
  file({ join, env, homedir, cwd }, scope) {
    if (scope === 'project') return join(cwd, 'opencode.json')
    // It keeps to ~/.config on every system.
    const config = filled(env['XDG_CONFIG_HOME']) ?? join(homedir, '.config')
    return filled(env['OPENCODE_CONFIG']) ?? join(config, 'opencode', 'opencode.json')
  },
  stdio: ({ command, args, env }) => ({
    type: 'local',
    command: [command, ...args],
    ...(Object.keys(env).length === 0 ? {} : { environment: env }),
    enabled: true,
    timeout: 600_000,
  }),
  http: (endpoint) => ({
    type: 'remote',
    url: endpoint.url,
    headers: authorization(endpoint),
    enabled: true,
    timeout: 600_000,
  }),
  hooks: null,
  managedHooks: null,
  after: () =>
    'OpenCode runs its own tools without asking unless its key permission says otherwise: set edit, bash and webfetch to ask or deny there.',
}
