// Files in a workspace that other programs run or trust by themselves: a change there acts later, outside any sandbox.
// One list for the gate, which asks, and the sandbox, which shows them read-only.

/** Folder, at any depth ('' is any folder) → names in it; what lies below a name counts as it. */
export const guardedSpots: readonly (readonly [folder: string, names: readonly string[]])[] = [
  // Git runs hooks and what config names (fsmonitor, filters, aliases); commondir and modules lead to other configs.
  ['.git', ['hooks', 'config', 'config.worktree', 'commondir', 'modules', 'info']],
  // VS Code and its relatives: tasks that run when the folder opens, programs named in settings, MCP servers.
  ['.vscode', ['tasks.json', 'launch.json', 'settings.json', 'mcp.json', 'extensions.json']],
  // JetBrains: run configurations, start-up tasks, file watchers, external tools.
  ['.idea', ['workspace.xml', 'runConfigurations', 'watcherTasks.xml', 'startup.xml', 'tools', 'externalTools.xml', 'misc.xml']],
  ['.run', ['*']],
  // Zed: tasks, debug launches, language servers and agents named in its settings.
  ['.zed', ['settings.json', 'tasks.json', 'debug.json']],
  // Agents: servers and hooks they start, permissions they give themselves, instructions they follow.
  ['.claude', ['settings.json', 'settings.local.json', 'commands', 'hooks', 'agents', 'skills', 'plugins', 'output-styles', 'CLAUDE.md']],
  ['.cursor', ['mcp.json', 'rules', 'hooks.json', 'hooks', 'commands', 'cli.json', 'environment.json']],
  ['.codex', ['config.toml', 'prompts', 'rules', 'skills', 'hooks.json']],
  ['.gemini', ['settings.json', 'commands', 'extensions', '.env', 'GEMINI.md']],
  ['.windsurf', ['rules', 'workflows', 'hooks.json', 'mcp.json']],
  ['.continue', ['*']],
  ['.roo', ['*']],
  ['.kiro', ['*']],
  ['.amazonq', ['*']],
  // Dev containers run `initializeCommand` on the host before there is a container.
  ['.devcontainer', ['*']],
  // Hook managers: their hooks are ordinary files in the tree.
  ['.husky', ['*']],
  ['.lefthook', ['*']],
  ['.githooks', ['*']],
  // Workflows run on the forge with the repository's secrets as soon as somebody pushes; the rest is read by Copilot.
  ['.github', ['workflows', 'actions', 'copilot-instructions.md', 'instructions', 'prompts', 'agents', 'hooks', 'mcp.json']],
  // mise and cargo run or replace programs by what they read here; Yarn runs its own release and plugins from here.
  ['.mise', ['*']],
  ['.config', ['mise', 'mise.toml', 'lefthook.yml', 'lefthook.toml']],
  ['.cargo', ['config', 'config.toml']],
  ['.yarn', ['releases', 'plugins']],
  [
    '',
    [
      // Agents and editors, where they look in the folder itself.
      ...['.mcp.json', '.cursorrules', '.windsurfrules', '.clinerules', '.aider.conf.yml', 'opencode.json', '.gitlab-ci.yml'],
      ...['AGENTS.md', 'AGENTS.override.md', 'CLAUDE.md', 'CLAUDE.local.md', 'GEMINI.md', '.devcontainer.json', '.nvim.lua', '.exrc'],
      // Direnv, mise, asdf: run or change programs when a shell enters the folder.
      ...['.envrc', 'mise.toml', '.mise.toml', 'mise.local.toml', '.mise.local.toml', '.tool-versions'],
      // Git: where submodules lead; hook managers: what runs at each commit.
      ...['.gitmodules', '.pre-commit-config.yaml', 'lefthook.yml', '.lefthook.yml', 'lefthook.toml', '.lefthook.toml'],
      // Package managers: registry, script shell, code run at install.
      ...['.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', '.pypirc', 'pip.conf'],
      // Shells, where the workspace is a home folder or one is made of it.
      ...['.bashrc', '.bash_profile', '.bash_login', '.bash_logout', '.profile', '.zshrc', '.zprofile', '.zshenv', '.zlogin'],
    ],
  ],
]

/** Any name in the folder counts. */
export const anyName = '*'

/** Folders that commands have to write in: only what is listed there is shown read-only, of all others the whole folder. */
export const holdersInUse: readonly string[] = ['.git', '.github', '.config', '.cargo', '.yarn']
