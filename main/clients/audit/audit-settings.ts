// Settings of agents that let their tools run unasked, by agent: where they are and which values
// free what.
import { clients, locationsOn, type ClientName } from '../connect/agents/clients.ts'
import type { AgentSettings } from './agent-settings.ts'
import { codexSettings } from './audit-codex.ts'
import {
  allows,
  geminiHooks,
  hooksOff,
  isSet,
  isSome,
  isTrue,
  oneOf,
  steered,
  turnOff,
} from './audit-switch.ts'
import { isObject } from '../../../contract/is-object.ts'

export const settings: Readonly<Record<ClientName, AgentSettings>> = {
  'claude-code': {
    more: (join, { env, homedir, cwd }) => {
      const home = env['CLAUDE_CONFIG_DIR'] || join(homedir, '.claude')
      return [
        join(home, 'settings.json'),
        join(home, 'settings.local.json'),
        join(cwd, '.claude', 'settings.json'),
        join(cwd, '.claude', 'settings.local.json'),
      ].map((file) => ({ file, format: 'json' }))
    },
    switches: [
      {
        path: ['permissions', 'defaultMode'],
        kind: 'free-mode',
        frees: oneOf('bypassPermissions', 'acceptEdits', 'dontAsk', 'auto'),
        says: 'its permission mode runs tools without asking',
        mend: turnOff,
      },
      {
        path: ['permissions', 'allow'],
        kind: 'auto-approve',
        frees: isSome,
        says: 'it has tools that run without asking',
        mend: 'With the hook set, Gatehouse still decides them. Without it, shorten the list.',
      },
      {
        path: ['skipDangerousModePermissionPrompt'],
        kind: 'free-mode',
        frees: isTrue,
        says: 'its mode without permissions may be started without a warning',
        mend: turnOff,
      },
      {
        path: ['enableAllProjectMcpServers'],
        kind: 'auto-approve',
        frees: isTrue,
        says: 'it starts every MCP server that a project brings',
        mend: turnOff,
      },
      hooksOff(['disableAllHooks'], isTrue),
      hooksOff(['env', 'CLAUDE_CODE_SIMPLE'], isSet),
      hooksOff(['env', 'CLAUDE_CODE_SAFE_MODE'], isSet),
      { ...hooksOff(['allowManagedHooksOnly'], isTrue), only: 'managed' },
      {
        ...hooksOff(
          ['strictPluginOnlyCustomization'],
          (value) => value === true || (Array.isArray(value) && value.includes('hooks')),
        ),
        only: 'managed',
      },
      ...steered,
    ],
  },
  cursor: {
    more: (join, { homedir, cwd }) =>
      [
        join(homedir, '.cursor', 'hooks.json'),
        join(cwd, '.cursor', 'hooks.json'),
        join(homedir, '.cursor', 'cli-config.json'),
        join(homedir, '.cursor', 'permissions.json'),
      ].map((file) => ({ file, format: 'json' })),
    switches: [
      {
        path: ['approvalMode'],
        kind: 'free-mode',
        frees: oneOf('unrestricted', 'auto-run', 'yolo'),
        says: 'its approval mode runs tools without asking',
        mend: turnOff,
      },
      {
        path: ['permissions', 'allow'],
        kind: 'auto-approve',
        frees: isSome,
        says: 'it has tools that run without asking',
        mend: 'With the hooks set, Gatehouse still decides them. Without them, shorten the list.',
      },
    ],
  },
  goose: {
    more: () => [],
    switches: [
      {
        path: ['GOOSE_MODE'],
        kind: 'free-mode',
        frees: oneOf('auto'),
        says: 'its mode runs tools without asking',
        mend: 'Set GOOSE_MODE to approve or smart_approve.',
      },
    ],
  },
  codex: codexSettings,
  vscode: {
    more: (join, hostFacts) => {
      const user = clients.vscode.file(locationsOn(hostFacts), 'user') ?? ''
      return [
        user.replace(/mcp\.json$/, 'settings.json'),
        join(hostFacts.cwd, '.vscode', 'settings.json'),
      ].map((file) => ({
        file,
        format: 'json',
      }))
    },
    switches: [
      {
        path: ['chat.tools.global.autoApprove'],
        kind: 'free-mode',
        frees: isTrue,
        says: 'it runs every tool without asking',
        mend: turnOff,
      },
      {
        path: ['chat.tools.autoApprove'],
        kind: 'free-mode',
        frees: isTrue,
        says: 'it runs every tool without asking',
        mend: turnOff,
      },
      {
        path: ['chat.tools.terminal.autoApprove'],
        kind: 'auto-approve',
        frees: isSome,
        says: 'it has commands that run without asking',
        mend: 'Shorten the list.',
      },
    ],
  },
  'claude-desktop': { more: () => [], switches: [] },
  'gemini-cli': {
    more: () => [],
    switches: [
      {
        path: ['general', 'defaultApprovalMode'],
        kind: 'free-mode',
        frees: oneOf('yolo', 'auto_edit'),
        says: 'its approval mode runs tools without asking',
        mend: turnOff,
      },
      {
        path: ['tools', 'autoAccept'],
        kind: 'auto-approve',
        frees: isTrue,
        says: 'it runs tools it considers safe without asking',
        mend: turnOff,
      },
      {
        path: ['tools', 'allowed'],
        kind: 'auto-approve',
        frees: isSome,
        says: 'it has tools that run without asking',
        mend: 'With the hook set, Gatehouse still decides them. Without it, shorten the list.',
      },
      ...geminiHooks,
    ],
  },
  opencode: {
    more: (join, { env, homedir, cwd }) => {
      const folder = join(env['XDG_CONFIG_HOME'] || join(homedir, '.config'), 'opencode')
      return [
        join(folder, 'opencode.jsonc'),
        join(folder, 'config.json'),
        join(cwd, 'opencode.jsonc'),
        join(cwd, '.opencode', 'opencode.json'),
        join(cwd, '.opencode', 'opencode.jsonc'),
      ].map((file) => ({ file, format: 'json' }))
    },
    switches: [
      {
        path: ['permission'],
        kind: 'free-mode',
        frees: (value) =>
          value === 'allow' || (isObject(value) && Object.values(value).some(allows)),
        says: 'it has tools that run without asking',
        mend: 'Set them to ask or deny.',
      },
    ],
  },
  'qwen-code': {
    more: (join, { cwd }) => [{ file: join(cwd, '.qwen', 'settings.local.json'), format: 'json' }],
    switches: [
      {
        path: ['tools', 'approvalMode'],
        kind: 'free-mode',
        frees: oneOf('yolo', 'auto-edit', 'auto_edit'),
        says: 'its approval mode runs tools without asking',
        mend: turnOff,
      },
      {
        path: ['permissions', 'allow'],
        kind: 'auto-approve',
        frees: isSome,
        says: 'it has tools that run without asking',
        mend: 'With the hook set, Gatehouse still decides them. Without it, shorten the list.',
      },
      hooksOff(['disableAllHooks'], isTrue),
      ...geminiHooks,
    ],
  },
  continue: {
    more: (join, { env, homedir, cwd }) => {
      const home = env['CONTINUE_GLOBAL_DIR'] || join(homedir, '.continue')
      // Its command line reads the settings of Claude Code as well.
      const json = [
        join(home, 'settings.json'),
        join(cwd, '.continue', 'settings.json'),
        join(cwd, '.continue', 'settings.local.json'),
      ]
      return [
        ...json.map((file) => ({ file, format: 'json' as const })),
        { file: join(home, 'permissions.yaml'), format: 'yaml' as const },
      ]
    },
    switches: [
      hooksOff(['disableAllHooks'], isTrue),
      {
        path: ['allow'],
        kind: 'auto-approve',
        frees: isSome,
        says: 'it has tools that run without asking',
        mend: 'With the hook set, Gatehouse still decides them. Without it, shorten the list.',
      },
    ],
  },
  cline: {
    more: (join, { env, homedir }) => {
      const data =
        env['CLINE_DATA_DIR'] || join(env['CLINE_DIR'] || join(homedir, '.cline'), 'data')
      return [{ file: join(data, 'settings', 'global-settings.json'), format: 'json' }]
    },
    switches: [
      {
        path: ['yoloModeToggled'],
        kind: 'free-mode',
        frees: isTrue,
        says: 'it runs every tool without asking',
        mend: turnOff,
      },
    ],
  },
}
