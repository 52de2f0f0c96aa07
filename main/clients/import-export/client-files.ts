// Pure. Where the common clients keep their servers on this machine. Read only when a person asks;
// never written here.
import { join } from 'node:path'
import type { ClientFormat } from '../../../contract/server/server-review.ts'

export type HostFacts = {
  readonly home: string
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder agents work in: some clients have a file for each project. */
  readonly workspace: string
}

/** Every place there may be one, in the order they are read. */
export function filesOf(
  format: ClientFormat,
  { home, platform, env, workspace }: HostFacts,
): readonly string[] {
  const support =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (env['APPDATA'] ?? join(home, 'AppData', 'Roaming'))
        : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'))
  switch (format) {
    case 'claude-desktop':
      return [join(support, 'Claude', 'claude_desktop_config.json')]
    case 'claude-code':
      return [join(home, '.claude.json'), join(workspace, '.mcp.json')]
    case 'cursor':
      return [join(home, '.cursor', 'mcp.json'), join(workspace, '.cursor', 'mcp.json')]
    case 'vscode':
      return [join(support, 'Code', 'User', 'mcp.json'), join(workspace, '.vscode', 'mcp.json')]
    case 'windsurf':
      return [join(home, '.codeium', 'windsurf', 'mcp_config.json')]
    case 'codex':
      return [
        join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml'),
        join(workspace, '.codex', 'config.toml'),
      ]
  }
}
