// Where the system's own configuration of each client lies: what is there is taken before every
// file of the user and of a project, so a hook there cannot be switched off by a repository.
// Sources: docs/decisions/0017-other-agents.md.
import { locationsOn, type ClientName, type Format, type HostFacts } from './agents/clients.ts'

export type ManagedLocation = { readonly file: string; readonly format: Format }

/**
 * The first is the one that connect writes to. Empty: the client has none, or none that is known
 * for this system.
 */
export function managedLocations(
  client: ClientName,
  hostFacts: HostFacts,
): readonly ManagedLocation[] {
  const { join } = locationsOn(hostFacts)
  const { platform, env } = hostFacts
  const windows = env['ProgramData'] ?? String.raw`C:\ProgramData`
  const programs = env['ProgramFiles'] ?? String.raw`C:\Program Files`
  const support = '/Library/Application Support'
  const json = (file: string): ManagedLocation => ({ file, format: 'json' })
  switch (client) {
    case 'claude-code': {
      const folder =
        platform === 'win32'
          ? join(programs, 'ClaudeCode')
          : platform === 'darwin'
            ? `${support}/ClaudeCode`
            : '/etc/claude-code'
      return [
        json(join(folder, 'managed-settings.d', '50-gatehouse.json')),
        json(join(folder, 'managed-settings.json')),
        json(join(folder, 'managed-mcp.json')),
      ]
    }
    case 'codex':
      return platform === 'win32'
        ? [{ file: join(windows, 'OpenAI', 'Codex', 'requirements.toml'), format: 'toml' }]
        : [
            { file: '/etc/codex/requirements.toml', format: 'toml' },
            { file: '/etc/codex/managed_config.toml', format: 'toml' },
            { file: '/etc/codex/config.toml', format: 'toml' },
          ]
    case 'gemini-cli':
      return systemSettings(
        hostFacts,
        'GEMINI_CLI_SYSTEM_SETTINGS_PATH',
        'GEMINI_CLI_SYSTEM_DEFAULTS_PATH',
        {
          linux: '/etc/gemini-cli',
          darwin: `${support}/GeminiCli`,
          win32: join(windows, 'gemini-cli'),
        },
      )
    case 'qwen-code':
      return systemSettings(
        hostFacts,
        'QWEN_CODE_SYSTEM_SETTINGS_PATH',
        'QWEN_CODE_SYSTEM_DEFAULTS_PATH',
        {
          linux: '/etc/qwen-code',
          darwin: `${support}/QwenCode`,
          win32: join(windows, 'qwen-code'),
        },
      )
    case 'cursor':
      return [
        json(
          platform === 'win32'
            ? join(windows, 'Cursor', 'hooks.json')
            : platform === 'darwin'
              ? `${support}/Cursor/hooks.json`
              : '/etc/cursor/hooks.json',
        ),
      ]
    case 'opencode': {
      const folder =
        platform === 'win32'
          ? join(windows, 'opencode')
          : platform === 'darwin'
            ? `${support}/opencode`
            : '/etc/opencode'
      return [json(join(folder, 'opencode.json')), json(join(folder, 'opencode.jsonc'))]
    }
    case 'goose':
    case 'vscode':
    case 'claude-desktop':
    case 'continue':
    case 'cline':
      return []
  }
}

function systemSettings(
  hostFacts: HostFacts,
  variable: string,
  defaults: string,
  folders: Readonly<Record<'linux' | 'darwin' | 'win32', string>>,
): readonly ManagedLocation[] {
  const { join } = locationsOn(hostFacts)
  const { platform, env } = hostFacts
  const folder =
    platform === 'win32' ? folders.win32 : platform === 'darwin' ? folders.darwin : folders.linux
  return [
    { file: env[variable] || join(folder, 'settings.json'), format: 'json' },
    { file: env[defaults] || join(folder, 'system-defaults.json'), format: 'json' },
  ]
}
