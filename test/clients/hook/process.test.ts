// The real hook as a process, with a Gatehouse that runs and with none. What an agent would see,
// and what the journal keeps.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome } from '../../cli/gatehouse.ts'
import type { Home } from '../../cli/gatehouse.ts'

const entry = join(import.meta.dirname, '../../../main/host/hook/main.ts')

let home: Home
let project: string
beforeEach(() => {
  home = makeHome()
  mkdirSync(home.folder, { recursive: true })
  project = `${home.folder}-project`
  mkdirSync(project)
  project = realpathSync(project)
})
afterEach(() => home.remove())

type Answer = { readonly code: number | null; readonly said: unknown; readonly stderr: string }

function hook(agent: string, event: unknown): Promise<Answer> {
  const child = spawn(process.execPath, [entry, agent], {
    env: home.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const seen = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (seen[name] += text))
  child.stdin.end(typeof event === 'string' ? event : JSON.stringify(event))
  return new Promise((done) => {
    child.on('close', (code) =>
      done({
        code,
        said: seen.stdout === '' ? null : JSON.parse(seen.stdout),
        stderr: seen.stderr,
      }),
    )
  })
}

const claude = (tool: string, input: object, session = 's1') => ({
  session_id: session,
  transcript_path: '/nowhere',
  cwd: project,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: input,
  tool_use_id: 'toolu_1',
})

const ofClaude = (
  answer: Answer,
): { permissionDecision?: string; permissionDecisionReason?: string; updatedInput?: unknown } =>
  (answer.said as { hookSpecificOutput?: object } | null)?.hookSpecificOutput ?? {}

async function served(): Promise<void> {
  await home.start('serve', '--port', '0', '--no-open').until(/http:\/\/127/)
}

async function rows(): Promise<
  readonly { kind: string; tool?: string; leftTo?: string; status?: string; args?: unknown }[]
> {
  const { value } = await home.json('audit', 'tail', '-n', '200')
  return (value as { rows: { entry: { kind: string } }[] }).rows.map(({ entry: row }) => row)
}

async function heldId(): Promise<string> {
  for (;;) {
    const { value } = await home.json('approvals', 'list')
    const list =
      (value as { approvals?: { id: string }[] }).approvals ?? (value as { id: string }[])
    if (list[0] !== undefined) return list[0].id
    await new Promise((done) => setTimeout(done, 100))
  }
}

describe('where a Gatehouse runs', () => {
  it(
    'lets through what is allowed, holds what needs approval, and passes the answer of a person on',
    { timeout: 600_000 },
    async () => {
      writeFileSync(
        join(home.folder, 'config.yaml'),
        `gateway:\n  clients:\n    claude-code:\n      folders: [${JSON.stringify(project)}]\n`,
      )
      await served()
      expect(
        ofClaude(await hook('claude-code', claude('Read', { file_path: join(project, 'a.txt') }))),
      ).toMatchObject({
        permissionDecision: 'allow',
      })

      const waiting = hook(
        'claude-code',
        claude('Bash', { command: 'npm test', description: 'runs tests', timeout: 5 }),
      )
      const id = await heldId()
      const shown = await home.json('approvals', 'show', id)
      expect(JSON.stringify(shown.value)).toContain('npm test')
      const typed = home.terminal('approvals', 'approve', id)
      await typed.until(/yes/)
      typed.type('yes\r')
      await typed.ended
      expect(ofClaude(await waiting)).toMatchObject({ permissionDecision: 'allow' })

      const refused = hook(
        'claude-code',
        claude('Write', { file_path: join(project, 'b.txt'), content: 'x' }),
      )
      await home.run('approvals', 'deny', await heldId(), '--word', 'not that file')
      const no = ofClaude(await refused)
      expect(no.permissionDecision).toBe('deny')
      expect(no.permissionDecisionReason).toContain('not that file')

      const outcomes = (await rows()).filter(({ kind }) => kind === 'outcome')
      expect(outcomes.map(({ tool, status, leftTo }) => [tool, status, leftTo])).toEqual([
        ['claude_code_Read', 'done', 'claude-code'],
        ['claude_code_Bash', 'done', 'claude-code'],
      ])
    },
  )

  it(
    'refuses what is on the STOP list, and holds what it does not know @whole',
    { timeout: 600_000 },
    async () => {
      await served()
      const stop = ofClaude(
        await hook('claude-code', claude('Read', { file_path: join(home.folder, 'config.yaml') })),
      )
      expect(stop.permissionDecision).toBe('deny')
      expect(stop.permissionDecisionReason).toContain('STOP list')
      const unknown = hook('claude-code', claude('Brandnew', { a: 1 }))
      await home.run('approvals', 'deny', await heldId())
      expect(ofClaude(await unknown).permissionDecision).toBe('deny')
      expect(
        await hook('cursor', {
          hook_event_name: 'beforeReadFile',
          conversation_id: 'c',
          workspace_roots: [project],
          file_path: join(home.folder, 'config.yaml'),
          content: '',
        }),
      ).toMatchObject({
        code: 0,
        said: { permission: 'deny' },
      })
    },
  )
})

describe('the end of a session', () => {
  const over = { session_id: 's1', cwd: '/p', hook_event_name: 'SessionEnd', reason: 'exit' }

  it(
    'is taken without an answer, whether a Gatehouse runs or not @whole',
    { timeout: 600_000 },
    async () => {
      expect(await hook('claude-code', over)).toEqual({ code: 0, said: null, stderr: '' })
      await served()
      expect(await hook('claude-code', over)).toEqual({ code: 0, said: null, stderr: '' })
      expect(
        await hook('cursor', {
          hook_event_name: 'sessionEnd',
          conversation_id: 'c',
          reason: 'completed',
        }),
      ).toEqual({
        code: 0,
        said: null,
        stderr: '',
      })
    },
  )
})

describe('where none runs', () => {
  it(
    'decides by the policy, and lets nothing through that needs a person @whole',
    { timeout: 600_000 },
    async () => {
      expect(ofClaude(await hook('claude-code', claude('TodoWrite', { todos: [] })))).toMatchObject(
        { permissionDecision: 'allow' },
      )
      const bash = ofClaude(await hook('claude-code', claude('Bash', { command: 'ls' })))
      expect(bash).toMatchObject({ permissionDecision: 'deny' })
      expect(bash.permissionDecisionReason).toContain('needs approval')
      writeFileSync(
        join(home.folder, 'config.yaml'),
        'gateway:\n  clients:\n    claude-code:\n      askInClient: true\n',
      )
      expect(ofClaude(await hook('claude-code', claude('Bash', { command: 'ls' })))).toMatchObject({
        permissionDecision: 'ask',
      })
    },
  )

  it.each([
    ['no JSON', 'claude-code', '{'],
    ['another event', 'claude-code', '{"hook_event_name":"Stop"}'],
    ['an agent nobody knows', 'somebody', '{}'],
  ])('stops the call by exit code 2 on %s', { timeout: 600_000 }, async (_what, agent, event) => {
    const { code, said, stderr } = await hook(agent, event)
    expect([code, said]).toEqual([2, null])
    expect(stderr).toMatch(/^gatehouse: /)
  })

  it(
    'stops the call where the configuration of Gatehouse cannot be opened at all @whole',
    { timeout: 600_000 },
    async () => {
      mkdirSync(join(home.folder, 'data', 'gatehouse.db'), { recursive: true })
      const { code, said, stderr } = await hook('claude-code', claude('Bash', { command: 'ls' }))
      expect([code, said]).toEqual([2, null])
      expect(stderr).toContain('Denied')
      expect(readFileSync(entry, 'utf8')).toContain('exitCode')
    },
  )
})
