import { describe, expect, it } from 'vitest'
import { isGitData } from '../../../contract/policy/paths/guarded-path.ts'
import { isGuarded } from '../../../main/gate/touch-facts.ts'

describe('a path where other programs look for what to run', () => {
  it.each([
    '/w/.git/hooks/pre-commit',
    '/w/.git/config',
    '/w/sub/.git/hooks/post-merge',
    '/w/.GIT/Hooks/pre-commit',
    '/w/.vscode/tasks.json',
    '/w/.claude/settings.json',
    '/w/.mcp.json',
    '/home/p/.bashrc',
    'C:\\w\\.git\\hooks\\pre-commit',
    'C:\\w\\GIT~1\\hooks\\pre-commit',
    '/w/.github/workflows/ci.yml',
    '/w/.git./config ',
    '/w/.git/config::$DATA',
    '/w/.g\u200cit/hooks/x',
    '/w/.git/hook\u017f/x',
    '/w/.git/con\ufb01g',
    '/w/.\u212aiRO/anything'.toLowerCase(),
    '/w/sub/CLAUDE.md',
    '/w/.devcontainer/any/thing.json',
    '/w/.husky/pre-commit',
    '/w/.npmrc',
    '/w/.git/commondir',
    '/w/.git',
    '/w/sub/.git',
    '/w/.git/HEAD',
    '/w/.git/worktrees/one/commondir',
    '/w/.git/modules/one/config',
    '/w/.git/info/attributes',
    '/w/src/hooks/pre-commit',
    '/w/bare/HEAD',
    '/w/bare/head',
    '/w/bare/config',
    '/w/bare/config.worktree',
    '/w/bare/commondir',
    '/w/bare/info/attributes',
    '/w/docs/.vscode/readme.md',
    '/w/.claude/worktrees/one/CLAUDE.md',
    '/w/.externalToolBuilders/x.launch',
    '/w/a/team.code-workspace',
    '/w/.hg/hgrc',
    '/w/.jj/repo/config.toml',
    '/w/lib/sitecustomize.py',
    '/w/lefthook.yaml',
    '/w/.aider.model.settings.yml',
    '/w/compose.override.yml',
    '/w/gradle.properties',
    '/w/app/gradle/wrapper/gradle-wrapper.properties',
    '/w/src/Directory.Build.TARGETS',
    '/w/.copilot/mcp-config.json',
    '/w/.ycm_extra_conf.py',
    '/w/.direnvrc',
    '/w/public/.htaccess',
    '/w/\u002egit\u00a0/../.git/hooks/pre-push',
    '/w/bare.git/hooks/post-receive',
    '/w/.pnp.cjs',
    '/w/pnpm-workspace.yaml',
    '/w/.bazelversion',
    '/w/deploy/ansible.cfg',
    '/w/.rvmrc',
    '/w/.continuerc.json',
    '/w/.merlin',
    '/w/.chef/knife.rb',
    '/w/ios/.xcode.env.local',
    '/w/.pdm-plugins/lib/x.pth',
    '/w/.hgrc',
    '/w/.mongoshrc.js',
    '/w/.julia/config/startup.jl',
    '/w/.ipython/profile_default/startup/00-x.py',
  ])('%s is one', (path) => expect(isGuarded(path)).toBe(true))

  it.each([
    '/w/src/hooks/use-thing.ts',
    '/w/hooks/pre-commit.sample',
    '/w/.github/ISSUE_TEMPLATE/bug.md',
    '/w/.gitignore',
    '/w/.gitattributes',
    '/w/.github',
    '/w/git/hooks/x',
    '/w/package.json',
    '/w/config/app.ts',
    '/w/objects/a',
    '/w/refs/b',
    '/w/.claude/worktrees/one/src/a.ts',
    '/w/pyproject.toml',
    '/w/src/head.ts',
    '/w/justfile',
    '/w/.editorconfig',
    '/w/src/__tests__/conftest.py',
    '/w/tasks.json',
    '/w/.chef/README.md',
    // Configuration of what a person runs.
    '/w/.rspec',
    '/w/.pylintrc',
    '/w/spec/rspec.rb',
    '/w/.ipython/profile_default/history.sqlite',
    '/w/src/merlin.ml',
    '/w/xcode.env',
  ])('%s is none', (path) => expect(isGuarded(path)).toBe(false))
})

describe('what Git itself writes', () => {
  it.each([
    ...['index', 'HEAD', 'ORIG_HEAD', 'COMMIT_EDITMSG', 'MERGE_HEAD', 'packed-refs', 'logs/HEAD'],
    ...['objects/4f', 'objects/4f/0c1d22', 'objects/pack/pack-0a1b.idx', 'refs/heads/a/b'],
    ...['refs/stash', 'logs/refs/heads/x', 'refs/remotes/origin/HEAD'],
  ])('.git/%s is data', (name) => {
    expect([isGitData(`/w/.git/${name}`), isGitData(`/w/sub/.git/${name}`)]).toEqual([true, true])
  })

  it.each([
    ...['config', 'config.worktree', 'hooks/pre-commit', 'info/attributes', 'commondir', 'gitdir'],
    ...[
      'rebase-merge/git-rebase-todo',
      'modules/x/config',
      'worktrees/x/HEAD',
      'objects/info/alternates',
    ],
    ...[
      'refs/heads/hooks/pre-commit',
      'refs/config',
      'logs/refs/config',
      'logs/config',
      'logs/hooks/x',
    ],
    ...['refs/.git/hooks/pre-commit', 'refs/.git/index', 'description', 'sequencer/todo'],
  ])('.git/%s is not', (name) => expect(isGitData(`/w/.git/${name}`)).toBe(false))

  it.each(['/w/index', '/w/HEAD', '/w/x.git/index', '/w/.git', '/w/.git/'])('%s is not', (path) =>
    expect(isGitData(path)).toBe(false),
  )
})
