// The lines that are written into the clients' files, run by the shells that run them there.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientNames, clients, locationsOn } from '../../../main/clients/connect/agents/clients.ts'
import { endsInStop, hookLine } from '../../../main/clients/connect/hook-line.ts'

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
  spawnSync(
    shell,
    [
      '-c',
      hookLine('posix', { command, args, env: { GATEHOUSE_HOME: "/it's here" } }, 'claude-code'),
    ],
    {
      input: '{}',
      encoding: 'utf8',
    },
  )

describe.each(['/bin/sh', 'bash', 'zsh', 'dash'])('the line of a hook, run by %s', (shell) => {
  it('passes on what the program says where it ends well', () => {
    const { status, stdout, stderr } = run(shell, program('cat; echo "$GATEHOUSE_HOME $1 $2"'))
    expect([status, stdout, stderr]).toEqual([0, "{}/it's here hook claude-code\n", ''])
  })

  it('starts with nothing that a project set to load its own code, or to lead elsewhere', () => {
    const set = 'echo "[$NODE_OPTIONS][$NODE_PATH][$GATEHOUSE_HOME]"'
    const line = hookLine('posix', { command: program(set), args: [], env: {} }, 'gemini-cli')
    const env = {
      ...process.env,
      NODE_OPTIONS: '--import=/p/x.mjs',
      NODE_PATH: '/p',
      GATEHOUSE_HOME: '/p',
    }
    const { stdout } = spawnSync(shell, ['-c', line], { env, encoding: 'utf8' })
    expect(stdout).toBe('[][][]\n')
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

// No cmd and no PowerShell runs here: what is held is what their documentation says of quotes, ends
// and errors.
describe('the line for Windows', () => {
  const installed = {
    command: 'C:\\Program Files\\node.exe',
    args: ["D:\\it's\\g.cjs", 'E:\\dir\\'],
    env: {},
  }
  const moved = { ...installed, env: { GATEHOUSE_HOME: "F:\\it's" } }
  /**
   * `cmd /c LINE`, as `cmd /?` has it: a line that begins with a quote and holds a sign such as `&`
   * loses its first and last one.
   */
  const stripped = (line: string): string =>
    line.startsWith('"') && /[&<>()@^|]/.test(line)
      ? line.slice(1).replace(/"([^"]*)$/, '$1')
      : line

  it('of cmd is whole after cmd has taken its quotes, and its end is behind none of them', () => {
    for (const each of [installed, moved]) {
      const line = stripped(hookLine('cmd', each, 'cursor'))
      const end = line.lastIndexOf(' || ')
      expect([line.slice(0, end).split('"').length % 2, line.slice(end)]).toEqual([
        1,
        ' || (echo gatehouse: the hook did not answer, so the call is stopped. 1>&2 & exit 2)',
      ])
    }
    expect(hookLine('cmd', installed, 'cursor')).toMatch(
      /^set "NODE_OPTIONS=" & set "NODE_PATH=" & set "GATEHOUSE_HOME=" & "C:\\Program Files\\node\.exe" "D:\\it's\\g\.cjs" "E:\\dir\\\\" hook cursor \|\| /,
    )
    expect(hookLine('cmd', moved, 'cursor')).toMatch(
      /^set "NODE_OPTIONS=" & set "NODE_PATH=" & set "GATEHOUSE_HOME=F:\\it's" && "C:/,
    )
  })

  it('of PowerShell has every word between quotes that mean nothing, and stops also where errors end a script', () => {
    const line = hookLine('powershell', moved, 'claude-code')
    expect(line).toBe(
      "$env:NODE_OPTIONS=''; $env:NODE_PATH=''; $env:GATEHOUSE_HOME='F:\\it''s'; $LASTEXITCODE = $null; try { & 'C:\\Program Files\\node.exe' 'D:\\it''s\\g.cjs' 'E:\\dir\\' hook claude-code } catch { }; if ($LASTEXITCODE -ne 0) { try { [Console]::Error.WriteLine('gatehouse: the hook did not answer, so the call is stopped.') } catch { }; exit 2 }",
    )
    // Handed on within double quotes, nothing in it may end them or be read as a variable of the
    // one who hands it on.
    expect(line).not.toContain('"')
  })
})

describe('every hook that connect writes', () => {
  const hosts = ['linux', 'darwin', 'win32'].map((platform) => ({
    env: {},
    platform,
    homedir: '/h',
    cwd: '/p',
  }))
  const words = (value: unknown): readonly string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) =>
          key === 'command' && typeof each === 'string' ? [each] : words(each),
        )
      : []
  it.each(clientNames.filter((name) => clients[name].hooks !== null))(
    'of %s ends in a stop, on every system and in every file',
    (name) => {
      const { hooks, managedHooks } = clients[name]
      for (const hostFacts of hosts) {
        const locations = locationsOn(hostFacts)
        const ours = { command: '/usr/bin/node', args: ['/opt/g.cjs'], env: {} }
        const targets = [
          hooks?.(locations, 'user', ours),
          hooks?.(locations, 'project', ours),
          managedHooks?.(locations, '/etc/x', ours),
        ]
        const lines = targets.flatMap((target) => words(target?.entries.map(({ value }) => value)))
        expect(lines.length).toBeGreaterThan(1)
        expect(lines.filter((line) => !endsInStop(line))).toEqual([])
      }
    },
  )

  it.each([
    ["'node' 'g.cjs' hook codex", false],
    ["'node' 'g.cjs' hook codex || true", false],
    ["'node' 'g.cjs' hook codex || exit 2; true", false],
    ["'node' 'g.cjs' hook codex || exit 2", true],
    ["'node' 'g.cjs' hook codex || exit 20", false],
    ["true || 'node' 'g.cjs' hook codex || exit 2", false],
    ["exit 0; 'node' 'g.cjs' hook codex || exit 2", false],
    ["exit 0\n'node' 'g.cjs' hook codex || exit 2", false],
    ["# 'node' 'g.cjs' hook codex || exit 2", false],
    ["'node' 'g.cjs' hook codex & true || exit 2", false],
    ["'node' 'g.cjs' hook codex | cat || exit 2", false],
    ["(exit 0) || 'node' 'g.cjs' hook codex || exit 2", false],
    ['"node$(exit)" hook codex || exit 2', false],
    ["NODE_OPTIONS='' 'no;de' 'it'\\''s' hook codex || exit 2", true],
    ["node g.cjs hook codex || { echo 'a reason' >&2; false; } || exit 2", true],
  ])('is told from one that lets calls through: %s', (line, stops) => {
    expect(endsInStop(line)).toBe(stops)
  })
})
