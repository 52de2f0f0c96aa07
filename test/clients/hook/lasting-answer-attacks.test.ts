// An agent's own edits after a person allowed all of its edits in the workspace for good: a real hook
// as a process, a running app, and calls whose arguments hide what they reach.
// @module-tag whole
import { spawn } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HookAgent } from '../../../contract/server/hook-agent.ts'
import { hookFile } from '../../running-app.ts'
import { openTestApp } from '../../mcp/gateway/test-app.ts'
import type { TestApp } from '../../mcp/gateway/test-app.ts'

const patch = (...lines: readonly string[]): string =>
  ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
const add = (file: string): string => patch(`*** Add File: ${file}`, '+x')
const HOOK = '.git/hooks/pre-commit'

/** None of these may run unasked: each reaches a protected file, a place outside, or cannot be read. */
const PATCHES: readonly (readonly [what: string, text: string])[] = [
  ['a hook by its name', add(HOOK)],
  ['a hook by a way round', add(`src/../${HOOK}`)],
  ['a hook with doubled slashes', add(`./src//..//.git//hooks//pre-commit`)],
  ['a hook by a linked folder', add('src/linked/pre-commit')],
  ['a hook in a nested repository', add('src/nested/.git/hooks/post-checkout')],
  [
    'several files, the last a hook',
    patch('*** Add File: src/b', '+x', `*** Add File: ${HOOK}`, '+x'),
  ],
  [
    'several files, the first a hook',
    patch(`*** Delete File: ${HOOK}`, '*** Add File: src/b', '+x'),
  ],
  ['a space before the header', patch('*** Add File: src/b', '+x', ` *** Add File: ${HOOK}`, '+x')],
  ['a tab before it', patch('*** Add File: src/b', '+x', `\t*** Add File: ${HOOK}`, '+x')],
  [
    'a space of another script before it',
    patch('*** Add File: src/b', '+x', `\u3000*** Add File: ${HOOK}`, '+x'),
  ],
  [
    'a space that does not break',
    patch('*** Add File: src/b', '+x', `*** Add File:\u00a0${HOOK}`, '+x'),
  ],
  [
    'ends of line as on Windows',
    patch('*** Update File: src/a.ts', `*** Move to: ${HOOK}`, '@@', ' x').replaceAll('\n', '\r\n'),
  ],
  ['a carriage return alone', `*** Begin Patch\r*** Add File: ${HOOK}\r+x\r*** End Patch`],
  ['a carriage return within', patch(`*** Add File: src/b\r*** Add File: ${HOOK}`, '+x')],
  [
    'a mark of the encoding before the header',
    patch('*** Add File: src/b', '+x', `\ufeff*** Add File: ${HOOK}`, '+x'),
  ],
  ['a mark of the encoding before all', `\ufeff${add(HOOK)}`],
  ['a move onto a hook', patch('*** Update File: src/a.ts', `*** Move to: ${HOOK}`, '@@', ' x')],
  [
    'a move that comes late',
    patch('*** Update File: src/a.ts', '@@', ' x', `*** Move to: ${HOOK}`),
  ],
  [
    'a move behind the end of a file',
    patch('*** Update File: src/a.ts', '@@', '+x', '*** End of File', `*** Move to: ${HOOK}`),
  ],
  [
    'a move out of the workspace',
    patch('*** Update File: src/a.ts', '*** Move to: ../outside.txt', '@@', ' x'),
  ],
  [
    'a move onto another protected name',
    patch('*** Update File: src/a.ts', '*** Move to: .envrc', '@@', ' x'),
  ],
  [
    'a header in the context',
    patch('*** Update File: src/a.ts', '@@', ` *** Delete File: ${HOOK}`),
  ],
  ['another header', patch('*** Add File: src/b', '+x', `*** Rename File: ${HOOK}`)],
  ['small letters', patch('*** Add File: src/b', '+x', `*** add file: ${HOOK}`)],
  ['wide signs', patch('*** Add File: src/b', '+x', `\uff0a\uff0a\uff0a Add File: ${HOOK}`)],
  ['a here-document', `<<'EOF'\n${add(HOOK)}\nEOF`],
  [
    'a second patch in it',
    patch(
      '*** Add File: src/b',
      '+x',
      '*** End Patch',
      '*** Begin Patch',
      `*** Add File: ${HOOK}`,
      '+x',
    ),
  ],
  ['another machine', patch('*** Environment ID: remote', '*** Add File: src/b', '+x')],
  ['a name with a line separator', add(`src/b\u2028${HOOK}`)],
  ['a name that a mark turns round', add(`src/b\u202e${HOOK}`)],
  ['an absolute place', add('/etc/profile.d/x.sh')],
  ['a home', add('~/.bashrc')],
  ['the settings of an agent', add('.claude/settings.json')],
  ['the tasks of an editor', add('.vscode/tasks.json')],
  [
    'what makes a folder a repository',
    patch('*** Add File: src/HEAD', '+ref: refs/heads/x', '*** Add File: src/config', '+[core]'),
  ],
]

type Row = readonly [agent: HookAgent, tool: string, input: object]
const W = { content: 'x\n' }
const OTHERS: readonly Row[] = [
  ['claude-code', 'Write', { file_path: HOOK, ...W }],
  ['claude-code', 'Write', { file_path: `src/linked/pre-commit`, ...W }],
  ['claude-code', 'Edit', { file_path: '.envrc', old_string: 'a', new_string: 'b' }],
  ['claude-code', 'MultiEdit', { file_path: 'src/../.npmrc', edits: [] }],
  ['claude-code', 'NotebookEdit', { notebook_path: '.husky/pre-push' }],
  ['claude-code', 'Write', { file_path: ['src/a.ts'], ...W }],
  ['claude-code', 'Write', { file_path: 'src/a.ts\u0000.envrc', ...W }],
  ['claude-code', 'Write', { file_path: 'src/hard.ts', ...W }],
  ['gemini-cli', 'write_file', { file_path: HOOK, ...W }],
  [
    'gemini-cli',
    'replace',
    { file_path: '.gemini/settings.json', old_string: 'a', new_string: 'b' },
  ],
  ['cursor', 'Write', { file_path: '.cursor/hooks.json', ...W }],
  ['cursor', 'Delete', { file_path: HOOK }],
  ['qwen-code', 'edit', { file_path: '.qwen/settings.json', old_string: 'a', new_string: 'b' }],
]

const EVENTS: Readonly<Record<HookAgent, string>> = {
  'claude-code': 'PreToolUse',
  codex: 'PreToolUse',
  'qwen-code': 'PreToolUse',
  continue: 'PreToolUse',
  'gemini-cli': 'BeforeTool',
  cursor: 'preToolUse',
}

describe('after all edits in the workspace were allowed always', () => {
  let testApp: TestApp
  const client = new Client({ name: 'starter', version: '1' })
  beforeAll(async () => {
    testApp = openTestApp('preset: ask\n')
    const at = (name: string): string => join(testApp.workspace, name)
    for (const folder of ['.git/hooks', 'src/nested/.git/hooks'])
      mkdirSync(at(folder), { recursive: true })
    writeFileSync(at(HOOK), 'x\n')
    writeFileSync(at('src/a.ts'), 'x\n')
    symlinkSync('../.git/hooks', at('src/linked'))
    symlinkSync('../.envrc', at('src/hard.ts'))
    // The bridge of a client starts the app.
    await client.connect(
      new StdioClientTransport({ ...testApp.command('starter'), stderr: 'ignore' }),
    )
    await testApp.person()
  }, 600_000)
  afterAll(async () => {
    await client.close()
    testApp.remove()
  })

  /** What the hook says, and whether a person was asked: then the answer is no, or that for all. */
  async function hook(
    [agent, tool, input]: Row,
    forGood = false,
  ): Promise<'allowed' | 'refused' | 'asked'> {
    const child = spawn(process.execPath, [hookFile, agent], {
      env: testApp.env,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    const id = agent === 'cursor' ? 'conversation_id' : 'session_id'
    child.stdin.end(
      JSON.stringify({
        [id]: 's',
        cwd: testApp.workspace,
        workspace_roots: [testApp.workspace],
        hook_event_name: EVENTS[agent],
        tool_name: tool,
        tool_input: input,
      }),
    )
    let code: number | null | undefined
    const ended = new Promise<void>((done) =>
      child.on('close', (status) => {
        code = status
        done()
      }),
    )
    const person = await testApp.person()
    let asked = false
    while (code === undefined) {
      const [held] = await testApp.pending()
      if (held !== undefined) {
        asked = true
        const wide = held.proposals.findIndex(({ text }) =>
          /anywhere in the workspace|in \/|workspace/i.test(text),
        )
        await person.call('approvals.answer', {
          id: held.id,
          ...(forGood
            ? { answer: 'scope', choice: { proposal: wide, lasts: 'until-revoked' } }
            : { answer: 'deny-once' }),
        } as never)
      }
      await Promise.race([ended, new Promise((done) => setTimeout(done, 20))])
    }
    if (asked) return 'asked'
    return code === 0 && !/"(?:deny|block)"/.test(said) ? 'allowed' : 'refused'
  }

  const usual: readonly Row[] = [
    ['codex', 'apply_patch', { command: add('src/new.ts') }],
    ['claude-code', 'Write', { file_path: 'src/a.ts', ...W }],
    ['gemini-cli', 'write_file', { file_path: 'src/a.ts', ...W }],
    ['cursor', 'Write', { file_path: 'src/a.ts', ...W }],
    ['qwen-code', 'edit', { file_path: 'src/a.ts', old_string: 'x', new_string: 'y' }],
  ]

  it(
    'a usual edit runs unasked, and nothing that hides what it reaches does',
    { timeout: 600_000 },
    async () => {
      for (const row of usual) await hook(row, true)
      const free: string[] = []
      for (const row of usual) free.push(await hook(row))
      expect(free).toEqual(usual.map(() => 'allowed'))
      const through: string[] = []
      for (const [what, command] of PATCHES)
        if ((await hook(['codex', 'apply_patch', { command }])) === 'allowed') through.push(what)
      for (const row of OTHERS)
        if ((await hook(row)) === 'allowed') through.push(JSON.stringify(row))
      expect(through).toEqual([])
    },
  )
})
