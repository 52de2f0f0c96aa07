// Files in a workspace that other programs run or trust automatically: a change there acts later,
// outside any sandbox. One list for the gate, which asks, and the sandbox, which shows them
// read-only. How a path is compared with it: `guarded-path.ts`.
//
// On the list: what a program reads and runs without the person naming it (a folder is opened,
// entered or listed, a shell or an interpreter starts, a commit is made, a branch is pushed), what
// names the program that is then run, and what an agent obeys. Not on it, because the person
// chooses to run it and agents write it all day: package.json, Makefile, justfile, Taskfile.yml,
// build.gradle, gradle.properties, pom.xml, Cargo.toml, build.rs, pyproject.toml, conftest.py,
// default.nix, Dockerfile, docker-compose.yml, and the configuration of linters, formatters and
// bundlers (an editor that runs those by itself asks first whether the folder is trusted). Nor what
// only formats, or picks a version: .editorconfig, .gitignore, .nvmrc, .python-version. Nor
// .gitattributes: it names a driver, and only the configuration of Git, which is on the list, can
// say what a driver runs. Subversion keeps nothing in a work tree that it would run.
import { guardedPrograms } from './guarded-programs.ts'
import { free, refused, type ProtectedPathRow } from './protected-path-row.ts'

const versionControl: readonly ProtectedPathRow[] = [
  refused(
    '.git',
    'Git runs hooks, and what its configuration names (fsmonitor, filters, aliases)',
    'hooks',
    'config',
    'config.worktree',
    'info',
  ),
  refused('.git', 'leads Git to another configuration', 'commondir', 'gitdir', 'modules'),
  free(
    '.git',
    'Git obeys its own state: a rebase under way runs commands, a packed index names what is fetched',
    '*',
  ),
  refused('', 'Git clones and runs by what it says about submodules', '.gitmodules'),
  refused(
    '',
    'Git runs aliases, hooks and programs it names, where the folder is a home',
    '.gitconfig',
  ),
  refused(
    '.hg',
    'Mercurial runs hooks and extensions it names, at every command',
    'hgrc',
    'hgrc-not-shared',
    'sharedpath',
  ),
  free('.hg', "Mercurial's own state", '*'),
  refused('.sl', 'Sapling runs hooks and extensions it names', 'config', 'sharedpath'),
  free('.sl', "Sapling's own state", '*'),
  refused('.jj/repo', 'Jujutsu runs the pager, diff and signing programs it names', 'config.toml'),
  refused(
    '.jj',
    'Jujutsu runs the programs it names; `repo` leads elsewhere',
    'workspace-config.toml',
  ),
  free('.jj', "Jujutsu's own state", '*'),
  refused('.bzr/branch', 'Breezy runs what the configuration of a branch names', 'branch.conf'),
  free('.bzr', "Breezy's own state", '*'),
  refused('.fossil-settings', 'Fossil runs the Tcl and TH1 scripts of versioned settings', '*'),
  free('', "Fossil's checkout: holds settings that name programs", '.fslckout', '_FOSSIL_'),
  refused('.pijul', 'Pijul runs the hooks it names', 'config', 'config.toml'),
  refused('_darcs/prefs', 'Darcs runs the posthooks it names', 'defaults'),
  refused('', 'Perforce runs the editor and diff programs it names', '.p4config'),
]

const editors: readonly ProtectedPathRow[] = [
  refused(
    '.vscode',
    'VS Code and its relatives: tasks that run when the folder opens, programs named in settings, MCP servers',
    '*',
  ),
  refused('', 'VS Code: settings and tasks of a workspace of several folders', '*.code-workspace'),
  refused(
    '.idea',
    'JetBrains: run configurations, start-up tasks, file watchers, external tools',
    '*',
  ),
  refused('.run', 'JetBrains: shared run configurations', '*'),
  refused('.fleet', 'Fleet: run configurations, programs named in settings', '*'),
  refused(
    '.zed',
    'Zed: tasks, debug launches, language servers and agents named in its settings',
    '*',
  ),
  refused('.helix', 'Helix starts the language servers it names', '*'),
  refused('.nova', 'Nova: tasks and language servers', '*'),
  refused('.lapce', 'Lapce: run configurations, programs named in settings', '*'),
  refused('', 'Sublime Text: build systems and language servers', '*.sublime-project'),
  refused(
    '',
    'Vim and Neovim run it when they start in the folder (exrc)',
    '.exrc',
    '.vimrc',
    '.gvimrc',
    '.nvimrc',
    '.nvim.lua',
    '.lvimrc',
  ),
  refused(
    '',
    'an extension of the editor runs it, or starts what it names',
    '.ycm_extra_conf.py',
    '.vimspector.json',
    'omnisharp.json',
    '.luarc.json',
  ),
  refused(
    '',
    'Emacs evaluates it when a file of the folder opens',
    '.dir-locals.el',
    '.dir-locals-2.el',
    '.emacs',
  ),
  refused('.emacs.d', 'Emacs runs it at its start, where the folder is a home', '*'),
  refused('.externalToolBuilders', 'Eclipse runs these builders by itself', '*'),
  refused(
    '.devcontainer',
    'Dev containers run `initializeCommand` on the host before there is a container',
    '*',
  ),
  refused('', 'Dev containers, as above', '.devcontainer.json'),
  refused(
    '',
    'Cloud editors run its tasks when the project opens',
    '.gitpod.yml',
    '.replit',
    '.stackblitzrc',
  ),
  refused('.idx', 'Firebase Studio runs its hooks when the project opens', '*'),
  refused('.codesandbox', 'CodeSandbox runs its tasks when the project opens', '*'),
]

const agents: readonly ProtectedPathRow[] = [
  refused('', 'names the MCP servers that agents start', '.mcp.json'),
  refused(
    '',
    'agents follow what it says',
    'AGENTS.md',
    'AGENTS.override.md',
    'AGENT.md',
    'CLAUDE.md',
    'CLAUDE.local.md',
    'GEMINI.md',
    'QWEN.md',
    'CRUSH.md',
    'WARP.md',
  ),
  refused('.claude', 'Claude Code: servers and hooks it starts, permissions, instructions', '*'),
  refused('.cursor', 'Cursor: servers, hooks, rules, permissions', '*'),
  refused(
    '',
    'Cursor, Windsurf, Cline, Zed: rules they follow',
    '.cursorrules',
    '.windsurfrules',
    '.clinerules',
    '.rules',
    '.roorules',
    '.roorules-*',
    '.roomodes',
    '.kilocodemodes',
  ),
  refused('.codex', 'Codex: servers, hooks, rules, permissions', '*'),
  refused('.gemini', 'Gemini CLI: servers, hooks, extensions, environment', '*'),
  refused('.qwen', 'Qwen Code: servers, hooks, extensions, environment', '*'),
  refused('.windsurf', 'Windsurf: servers, hooks, rules, workflows', '*'),
  refused('.continue', 'Continue: servers, rules, models it sends to', '*'),
  refused('', 'Continue, as above', '.continuerc.json'),
  refused('.cline', 'Cline: rules, hooks, servers', '*'),
  refused('.roo', 'Roo Code: servers, rules, commands', '*'),
  refused('.kilocode', 'Kilo Code: servers, rules, workflows', '*'),
  refused('.kiro', 'Kiro: servers, hooks, steering', '*'),
  refused('.amazonq', 'Amazon Q: servers, rules', '*'),
  refused('.copilot', 'Copilot CLI: servers, agents, permissions', '*'),
  refused('.opencode', 'OpenCode: plugins it runs, servers, permissions', '*'),
  refused('', 'OpenCode: plugins it runs, servers, permissions', 'opencode.json', 'opencode.jsonc'),
  refused(
    '',
    'Crush: servers and language servers it starts, permissions',
    'crush.json',
    '.crush.json',
  ),
  refused(
    '',
    'Aider: commands it runs after edits, models it sends to',
    '.aider.conf.y*ml',
    '.aider.model.*',
  ),
  refused('', 'Goose follows it', '.goosehints', '.goosehints.local'),
  refused('.goose', 'Goose: recipes and extensions it starts', '*'),
  refused('.agents', 'skills and instructions that several agents share', '*'),
  refused('.agent', 'skills, rules and workflows of agents', '*'),
  refused('.junie', 'Junie: guidelines, servers', '*'),
  refused('.trae', 'Trae: rules, servers', '*'),
  refused('.augment', 'Augment: rules, servers, hooks', '*'),
  refused('', 'Augment follows it', '.augment-guidelines'),
  refused('.factory', 'Factory: servers, hooks, droids', '*'),
  refused('.openhands', 'OpenHands runs its setup script and follows its instructions', '*'),
  refused('.amp', 'Amp: servers, permissions, commands', '*'),
]

export const protectedPaths: readonly ProtectedPathRow[] = [
  ...versionControl,
  ...editors,
  ...agents,
  ...guardedPrograms,
]

/**
 * Folders in a listed one that are none of it: `.claude/worktrees` holds whole checkouts, in which
 * agents work all day.
 */
export const openings: readonly string[] = ['.claude/worktrees']

/**
 * Folders that commands have to write in: only what is listed there is shown read-only, of all
 * others the whole folder.
 */
export const holdersInUse: readonly string[] = [
  ...[
    '.git',
    '.hg',
    '.sl',
    '.jj',
    '.jj/repo',
    '.bzr',
    '.bzr/branch',
    '.pijul',
    '_darcs',
    '_darcs/prefs',
  ],
  ...['.github', '.gitea', '.forgejo', '.config', '.cargo', '.yarn', '.gradle', '.bundle'],
]
