// The lines that are written into the clients' files, run by the shells that run them there.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientNames, clients, placesOn } from '../../../main/mcp/connect/clients.ts'
import { endsInStop, hookLine } from '../../../main/mcp/connect/hook-line.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-line-it's "))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function program(body: string, mode = 0o755): string {
  const file = join(folder, 'program')
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, mode)
  return file
}

const run = (shell: string, command: string, args: readonly string[] = []) =>
  spawnSync(shell, ['-c', hookLine('posix', { command, args, env: { GATEHOUSE_HOME: "/it's here" } }, 'claude-code')], {
    input: '{}',
    encoding: 'utf8',
  })

describe.each(['/bin/sh', 'bash', 'zsh', 'dash'])('the line of a hook, run by %s', (shell) => {
  it('passes on what the program says where it ends well', () => {
    const { status, stdout, stderr } = run(shell, program('cat; echo "$GATEHOUSE_HOME $1 $2"'))
    expect([status, stdout, stderr]).toEqual([0, "{}/it's here hook claude-code\n", ''])
  })

  it.each([
    ['refuses', () => program('echo no >&2; exit 2')],
    ['fails', () => program('exit 1')],
    ['says yes and fails', () => program(`echo '{"permissionDecision":"allow"}'; exit 3`)],
    ['is killed', () => program('kill -9 $$')],
    ['is missing', () => join(folder, 'nowhere')],
    ['may not be run', () => program('exit 0', 0o600)],
    ['is a folder', () => folder],
    [
      'has an interpreter that is missing',
      () => {
        const file = join(folder, 'script')
        writeFileSync(file, '#!/nowhere/at/all\n', { mode: 0o755 })
        return file
      },
    ],
  ] as const)('stops the call with a reason where the program %s', (_what, make) => {
    const { status, stderr } = run(shell, make())
    expect(status).toBe(2)
    // Codex takes the code for a refusal only with a reason.
    expect(stderr).toContain('gatehouse: the hook did not answer')
  })
})

describe('every hook that connect writes', () => {
  const machines = ['linux', 'darwin', 'win32'].map((platform) => ({ env: {}, platform, homedir: '/h', cwd: '/p' }))
  const words = (value: unknown): readonly string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) => (key === 'command' && typeof each === 'string' ? [each] : words(each)))
      : []
  it.each(clientNames.filter((name) => clients[name].hooks !== null))('of %s ends in a stop, on every system and in every file', (name) => {
    const { hooks, managedHooks } = clients[name]
    for (const machine of machines) {
      const places = placesOn(machine)
      const ours = { command: '/usr/bin/node', args: ['/opt/g.cjs'], env: {} }
      const spots = [hooks?.(places, 'user', ours), hooks?.(places, 'project', ours), managedHooks?.(places, '/etc/x', ours)]
      const lines = spots.flatMap((spot) => words(spot?.entries.map(({ value }) => value)))
      expect(lines.length).toBeGreaterThan(1)
      expect(lines.filter((line) => !endsInStop(line))).toEqual([])
    }
  })

  it.each([
    ["'node' 'g.cjs' hook codex", false],
    ["'node' 'g.cjs' hook codex || true", false],
    ["'node' 'g.cjs' hook codex || exit 2; true", false],
    ["'node' 'g.cjs' hook codex || exit 2", true],
    ["'node' 'g.cjs' hook codex || exit 20", false],
  ])('is told from one that lets calls through: %s', (line, stops) => {
    expect(endsInStop(line)).toBe(stops)
  })
})
