// Files in a workspace that other programs run or trust by themselves: a change there acts later, outside any sandbox.
// One list for the gate, which asks, and the sandbox, which shows them read-only.

/** Folder, at any depth ('' is any folder) → names in it; what lies below a name counts as it. */
export const guardedSpots: readonly (readonly [folder: string, names: readonly string[]])[] = [
  ['.git', ['hooks', 'config', 'config.worktree', 'modules', 'info']],
  ['.vscode', ['tasks.json', 'launch.json', 'settings.json', 'mcp.json']],
  ['.idea', ['workspace.xml', 'runConfigurations']],
  ['.cursor', ['mcp.json', 'rules', 'hooks.json']],
  ['.claude', ['settings.json', 'settings.local.json', 'commands', 'hooks']],
  ['.husky', ['_', 'pre-commit', 'commit-msg', 'pre-push']],
  ['', ['.mcp.json', '.envrc', '.gitmodules', '.bashrc', '.zshrc', '.profile', '.bash_profile', '.zprofile', '.zshenv']],
]
