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
  ])('%s is one', (path) => expect(isGuarded(path)).toBe(true))

  it.each([
    '/w/src/hooks/pre-commit',
    '/w/.github/workflows/ci.yml',
    '/w/config',
    '/w/.git/HEAD',
    '/w/docs/.vscode/readme.md',
    '/w/tasks.json',
  ])('%s is none', (path) => expect(isGuarded(path)).toBe(false))
})
