// Goose: its extensions. It has no hook.
import { authorization, filled, type Client } from './client.ts'

export const goose: Client = {
  title: 'Goose',
  format: 'yaml',
  path: ['extensions'],
  file: ({ join, env, platform, config, roaming }, scope) => {
    if (scope === 'project') return null
    const root = filled(env['GOOSE_PATH_ROOT'])
    if (root !== null) return join(root, 'config', 'config.yaml')
    return platform === 'win32'
      ? join(roaming, 'Block', 'goose', 'config', 'config.yaml')
      : join(config, 'goose', 'config.yaml')
  },
  stdio: ({ command, args, env }) => ({
    enabled: true,
    type: 'stdio',
    name: 'gatehouse',
    description: 'Tools behind the gate of Gatehouse',
    cmd: command,
    args: [...args],
    envs: env,
    env_keys: [],
    timeout: 600,
  }),
  http: (endpoint) => ({
    enabled: true,
    type: 'streamable_http',
    name: 'gatehouse',
    description: 'Tools behind the gate of Gatehouse',
    uri: endpoint.url,
    headers: authorization(endpoint),
    envs: {},
    env_keys: [],
    timeout: 600,
  }),
  hooks: null,
  managedHooks: null,
  after: null,
}
