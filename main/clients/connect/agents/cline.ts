// Cline: https://docs.cline.bot/getting-started/config. One file for its command line and its
// extensions; its hooks are programs in a folder, and it goes on where one of them fails.
import { authorization, filled, plain, type Client } from './client.ts'

export const cline: Client = {
  title: 'Cline',
  format: 'json',
  path: ['mcpServers'],
  file({ join, env, homedir }, scope) {
    if (scope === 'project') return null
    const data =
      filled(env['CLINE_DATA_DIR']) ??
      join(filled(env['CLINE_DIR']) ?? join(homedir, '.cline'), 'data')
    return join(data, 'settings', 'cline_mcp_settings.json')
  },
  stdio: (program) => ({ ...plain(program), disabled: false, timeout: 600 }),
  http: (endpoint) => ({
    type: 'streamableHttp',
    url: endpoint.url,
    headers: authorization(endpoint),
    disabled: false,
    timeout: 600,
  }),
  hooks: null,
  managedHooks: null,
  after: null,
}
