// Commands that an agent runs itself, and commands that it runs by `gatehouse exec` in the preset
// that stages: with its real hook and a Gatehouse that runs.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Approval } from '../../../contract/approval/approval.ts'
import { findAppPaths } from '../../../main/config/paths.ts'
import { makeHome } from '../../cli/gatehouse.ts'
import type { Home } from '../../cli/gatehouse.ts'
import { own } from '../../sandbox/rehearsal/fixture.ts'
import { connectToApp, hookFile } from '../../running-app.ts'
import type { RunningApp } from '../../running-app.ts'

let home: Home
let work: string
let folder: string
let app: RunningApp

beforeAll(async () => {
  home = makeHome()
  mkdirSync(home.folder, { recursive: true })
  mkdirSync(home.workspace, { recursive: true })
  work = realpathSync(home.workspace)
  folder = `${work}-own`
  mkdirSync(folder)
  for (const one of [work, folder]) {
    writeFileSync(join(one, 'a.txt'), 'one\n')
    own(one)
  }
  writeFileSync(
    join(home.folder, 'config.yaml'),
    `workspace: ${JSON.stringify(work)}
preset: flow
gateway:
  clients:
    qwen-code:
      folders: [${JSON.stringify(folder)}]
    claude-code:
      commands: sandbox
`,
  )
  await home.start('serve', '--port', '0', '--no-open').until(/http:\/\/127/)
  app = connectToApp(findAppPaths({ env: home.env, platform: process.platform, homedir: work }))
}, 600_000)
afterAll(async () => {
  app.close()
  await home.remove()
})

function start(program: string, args: readonly string[], input = '') {
  const child = spawn(program, args, { env: home.env, cwd: work, stdio: ['pipe', 'pipe', 'pipe'] })
  const seen = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (seen[name] += text))
  child.stdin.end(input)
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((done) =>
    child.on('close', (code) => done({ code, ...seen })),
  )
}

async function ask(agent: string, tool: string, command: string, cwd: string) {
  const { stdout } = await start(
    process.execPath,
    [hookFile, agent],
    JSON.stringify({
      session_id: `s-${agent}`,
      cwd,
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: { command },
    }),
  )
  const { hookSpecificOutput: output } = JSON.parse(stdout) as {
    hookSpecificOutput: { permissionDecision: string; updatedInput?: { command: string } }
  }
  return output
}

async function held(): Promise<Approval> {
  await expect.poll(() => app.pending()).toHaveLength(1)
  const [approval] = await app.pending()
  if (approval === undefined) throw new Error('Nothing is held.')
  return approval
}

describe('a command that the agent runs itself', () => {
  it.each(['the workspace', 'a folder of the agent'])(
    'is rehearsed in a copy of %s, and the card says whose command it is',
    { timeout: 600_000 },
    async (where) => {
      const cwd = where === 'the workspace' ? work : folder
      const line = 'echo two >> a.txt; echo seen'
      const asked = ask('qwen-code', 'run_shell_command', line, cwd)
      const { id } = await held()
      const rehearsed = await (await app.person()).call('approvals.rehearse', { id })
      if (!rehearsed.ok) throw new Error(rehearsed.error.text)
      expect(rehearsed.value.rehearsal).toMatchObject({
        stdout: 'seen\n',
        changes: [{ kind: 'changed', path: 'a.txt', content: { after: 'one\ntwo\n' } }],
        notes: ['The agent runs this itself; this shows what it did in a copy.', expect.anything()],
      })
      expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('one\n')
      await app.answer(rehearsed.value, 'deny-once')
      expect((await asked).permissionDecision).toBe('deny')
    },
  )

  it('is not rehearsed outside of them', { timeout: 600_000 }, async () => {
    const asked = ask('qwen-code', 'run_shell_command', 'ls', '/usr')
    const approval = await held()
    const rehearsed = await (await app.person()).call('approvals.rehearse', { id: approval.id })
    expect(rehearsed).toMatchObject({ ok: false, error: { code: 'rehearsal.outside' } })
    await app.answer(approval, 'deny-once')
    await asked
  })
})

describe('a command that runs by gatehouse exec in the preset Flow', () => {
  const shell = async (line: string) => {
    const { updatedInput } = await ask('claude-code', 'Bash', line, work)
    return start('bash', ['-c', updatedInput?.command ?? ''])
  }

  it(
    'runs unasked where it changes nothing, and each stream has its own',
    { timeout: 600_000 },
    async () => {
      expect(await shell('cat a.txt')).toEqual({ code: 0, stdout: 'one\n', stderr: '' })
      expect(await shell('cat a.txt; echo no >&2; exit 3')).toEqual({
        code: 3,
        stdout: 'one\n',
        stderr: 'no\n',
      })
      expect(await app.pending()).toEqual([])
    },
  )

  it(
    'is stopped with what it would change when a person denies that @whole',
    { timeout: 600_000 },
    async () => {
      await shell('cat a.txt')
      const running = shell('echo "#!/bin/sh" > .envrc; echo secret-of-this-run')
      await app.answer(await held(), 'deny-once')
      const { code, stdout, stderr } = await running
      expect([code, stdout]).toEqual([125, ''])
      expect(stderr).toMatch(/^gatehouse: The command was not run\. /)
      expect(existsSync(join(work, '.envrc'))).toBe(false)
    },
  )

  it('is journalled as a call of exec by that agent', { timeout: 600_000 }, async () => {
    const rows = await app.journal()
    const decided = rows.filter((row) => row.kind === 'decision' && row.tool === 'exec')
    expect(decided.length).toBeGreaterThan(0)
    for (const row of decided)
      expect(row).toMatchObject({ principal: { kind: 'mcp-client', name: 'claude-code' } })
  })
})
