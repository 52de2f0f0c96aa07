// VS Code: https://code.visualstudio.com/docs/copilot/reference/mcp-configuration.
import { authorization, plain, type Client } from './client.ts'

export const vsCode: Client = {
  title: 'VS Code',
  format: 'json',
  path: ['servers'],
  file: ({ join, cwd, homedir, platform, config, roaming }, scope) => {
    if (scope === 'project') return join(cwd, '.vscode', 'mcp.json')
    if (platform === 'win32') return join(roaming, 'Code', 'User', 'mcp.json')
    return platform === 'darwin'
      ? join(homedir, 'Library', 'Application Support', 'Code', 'User', 'mcp.json')
      : join(config, 'Code', 'User', 'mcp.json')
  },
  stdio: (program) => ({ type: 'stdio', ...plain(program) }),
  http: (endpoint) => ({ type: 'http', url: endpoint.url, headers: authorization(endpoint) }),
  hooks: null,
  managedHooks: null,
  after: null,
}
