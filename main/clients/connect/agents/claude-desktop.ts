// Claude Desktop: https://modelcontextprotocol.io/docs/develop/connect-local-servers. It has no
// hooks, and takes servers at an address only through its own screens.
import { plain, type Client } from './client.ts'

export const claudeDesktop: Client = {
  title: 'Claude Desktop',
  format: 'json',
  path: ['mcpServers'],
  file: ({ join, homedir, platform, config, roaming }, scope) => {
    if (scope === 'project') return null
    if (platform === 'win32') return join(roaming, 'Claude', 'claude_desktop_config.json')
    return platform === 'darwin'
      ? join(homedir, 'Library', 'Application Support', 'Claude', 'claude_desktop_config.json')
      : join(config, 'Claude', 'claude_desktop_config.json')
  },
  stdio: plain,
  http: null,
  hooks: null,
  managedHooks: null,
  after: null,
}
