// Agents of other makers, joined from the window: what is shown is what is written, byte for byte,
// and can be taken back.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentPlan, OtherAgents } from '../../contract/agent/other-agent.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'
import { agentsService } from '../../main/services/agents/agents-service.ts'
import { programOfApp } from '../../main/services/agents/program-of-app.ts'
import { makeTemporary } from '../temporary.ts'

let home: string
let ended: string[]
let reported: number
let service: ReturnType<typeof agentsService>
const caller = { surface: 'window' } as const
const mine =
  '{\n  // mine\n  "mcpServers": { "notes": { "command": "notes" } },\n  "theme": "dark"\n}\n'

beforeEach(() => {
  home = makeTemporary('agents')
  ended = []
  reported = 0
  mkdirSync(join(home, '.cursor'))
  writeFileSync(join(home, '.cursor', 'mcp.json'), mine)
  mkdirSync(join(home, 'bin'))
  writeFileSync(join(home, 'bin', 'codex'), '')
  service = agentsService({
    recordFile: join(home, 'data', 'connections.json'),
    hostFacts: () => ({
      env: { PATH: join(home, 'bin') },
      platform: 'linux',
      homedir: home,
      cwd: join(home, 'work'),
    }),
    program: { command: '/opt/node', args: ['/opt/gatehouse.cjs'], env: {} },
    running: async () => [],
    endToken: (name) => void ended.push(name),
    changed: () => void (reported += 1),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    now: () => Date.UTC(2026, 10, 23),
  })
})
afterEach(async () => {
  await rm(home, { recursive: true, force: true })
})

const must = <T>(result: Result<T, Failure>): T => {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.text}`)
  return result.value
}
const one = ({ agents }: OtherAgents, name: string) => agents.find((agent) => agent.name === name)
const list = async () => must(await service['agents.list']({}, caller))
const plan = async (name: string, hooks: boolean): Promise<AgentPlan> =>
  must(await service['agents.plan']({ name, hooks }, caller))

describe('agents on this machine', () => {
  it('are found by a file, a folder or a program, and the others are listed too', async () => {
    const { agents } = await list()
    expect(agents.filter(({ found }) => found).map(({ name }) => name)).toEqual(['cursor', 'codex'])
    expect(agents.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['claude-code', 'vscode', 'gemini-cli', 'goose']),
    )
    expect(one({ agents }, 'cursor')).toMatchObject({ servers: 1, gateway: false, hooks: false })
    expect(one({ agents }, 'goose')).toMatchObject({ hooks: null })
  })

  it('are listed with what bypasses the gate, each with what a screen can do about it', async () => {
    expect(one(await list(), 'cursor')?.findings).toEqual([
      expect.objectContaining({
        kind: 'own-tools',
        text: 'Its own tools do not pass the gate.',
        fix: 'hooks',
      }),
      expect.objectContaining({ kind: 'direct-server', line: 3, fix: 'import' }),
    ])
  })
})

describe('connecting', () => {
  it('writes what was shown and nothing else, and is reported; disconnecting puts every byte back', async () => {
    const { digest, changes } = await plan('cursor', true)
    expect(changes.map(({ file, created }) => [file, created])).toEqual([
      [join(home, '.cursor', 'mcp.json'), false],
      [join(home, '.cursor', 'hooks.json'), true],
    ])
    expect(readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8')).toBe(mine)
    // The lines around it are the person's, and stay out of the window.
    expect(JSON.stringify(changes)).not.toContain('theme')

    const connected = must(
      await service['agents.connect']({ name: 'cursor', hooks: true, digest }, caller),
    )
    expect(one(connected, 'cursor')).toMatchObject({ gateway: true, hooks: true })
    const [first] = changes
    const after = readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8')
    expect(after).toContain(first?.inserted)
    expect(after).toContain('// mine')
    expect(reported).toBe(1)

    const removal = must(await service['agents.plan-removal']({ name: 'cursor' }, caller))
    expect(removal.files.map(({ text }) => text)).toContain('is again what it was, to the byte')
    const gone = must(
      await service['agents.disconnect']({ name: 'cursor', digest: removal.digest }, caller),
    )
    expect(one(gone, 'cursor')).toMatchObject({ gateway: false, hooks: false })
    expect(readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8')).toBe(mine)
    expect(readdirSync(join(home, '.cursor'))).toEqual(['mcp.json'])
    expect(ended).toEqual([])
  })

  it('writes nothing where the file is another one than the person was shown', async () => {
    const { digest } = await plan('cursor', false)
    const meanwhile = mine.replace('dark', 'light')
    writeFileSync(join(home, '.cursor', 'mcp.json'), meanwhile)
    expect(
      await service['agents.connect']({ name: 'cursor', hooks: false, digest }, caller),
    ).toMatchObject({ ok: false, error: { code: 'agents.changed' } })
    expect(readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8')).toBe(meanwhile)
    expect(existsSync(join(home, 'data', 'connections.json'))).toBe(false)
  })

  it('writes nothing where something else was asked for than was shown', async () => {
    const { digest } = await plan('cursor', false)
    expect(
      await service['agents.connect']({ name: 'cursor', hooks: true, digest }, caller),
    ).toMatchObject({ ok: false, error: { code: 'agents.changed' } })
  })

  it('makes the file of an agent that has none yet, and takes it away again', async () => {
    const { digest } = await plan('codex', false)
    must(await service['agents.connect']({ name: 'codex', hooks: false, digest }, caller))
    expect(readFileSync(join(home, '.codex', 'config.toml'), 'utf8')).toContain('gatehouse')
    const removal = must(await service['agents.plan-removal']({ name: 'codex' }, caller))
    must(await service['agents.disconnect']({ name: 'codex', digest: removal.digest }, caller))
    expect(existsSync(join(home, '.codex'))).toBe(false)
  })

  it('fails in plain words for an agent that nobody knows, and for one that was never joined', async () => {
    expect(await service['agents.plan']({ name: 'nobody', hooks: false }, caller)).toMatchObject({
      ok: false,
      error: { code: 'agents.unknown' },
    })
    expect(await service['agents.plan-removal']({ name: 'cursor' }, caller)).toMatchObject({
      ok: false,
      error: { code: 'connect.not-connected' },
    })
  })
})

describe('the program that an agent starts', () => {
  const launcher = (root: string) => join(root, 'main', 'host', 'launch', 'gatehouse.cjs')
  it.each([
    ['a clone', null, '/work/app/out/main', '/work/app', undefined, {}],
    ['a home of its own', null, '/work/app/out/main', '/work/app', '/h', { GATEHOUSE_HOME: '/h' }],
    ['an installed app', '/opt/g/cli/out/main', '/opt/g/app.asar/out/main', '/opt/g/cli', '', {}],
  ] as const)('is the command of %s', (_name, scripts, from, root, homeOf, env) => {
    expect(
      programOfApp(
        { file: '/node', env: {}, scripts },
        homeOf,
        from,
        (path) => path === launcher(root),
      ),
    ).toEqual({ command: '/node', args: [launcher(root)], env })
  })
})
