import { describe, expect, it } from 'vitest'
import { isGuarded } from '../../main/gate/guarded.ts'

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
  ])('%s is one', (path) => expect(isGuarded(path)).toBe(true))

  it.each([
    '/w/src/hooks/pre-commit',
    '/w/.github/ISSUE_TEMPLATE/bug.md',
    '/w/.gitignore',
    '/w/.gitattributes',
    '/w/.github',
    '/w/git/hooks/x',
    '/w/package.json',
    '/w/config',
    '/w/.git/HEAD',
    '/w/docs/.vscode/readme.md',
    '/w/tasks.json',
  ])('%s is none', (path) => expect(isGuarded(path)).toBe(false))
})
