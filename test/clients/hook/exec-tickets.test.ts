// What a token is good for, and when an agent counts as one that does not apply what its hook says.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import { SessionId } from '../../../contract/ids.ts'
import { execHere, execLine } from '../../../main/clients/hook/exec-line.ts'
import { openExecTickets } from '../../../main/clients/hook/exec-tickets.ts'
import type { ExecTicket } from '../../../main/clients/hook/exec-tickets.ts'
import { canRewrite, rewritableTool, rewritten } from '../../../main/clients/hook/rewrite.ts'
import { findProgram } from '../../../main/host/launch/program.mjs'
import { hookAgents } from '../../../contract/server/hook-agent.ts'
import { codePoint } from '../../code-point.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const ticket: ExecTicket = {
  client: 'claude-code',
  session: SessionId.parse('ses_aaaaaaaaaaaa'),
  line: 'ls',
  cwd: '/w',
  agent: null,
  timeoutMs: null,
}

function tickets(lifetimeMs?: number) {
  let next = 0
  const unused: ExecTicket[] = []
  const opened = openExecTickets({
    sha256,
    newToken: () => String(next++).padStart(64, '0'),
    now: () => Date.now(),
    unused: (one) => void unused.push(one),
    ...(lifetimeMs === undefined ? {} : { lifetimeMs }),
  })
  return { ...opened, unused }
}

describe('a token', () => {
  it('gives its ticket once', () => {
    const { issue, spend } = tickets()
    const token = issue(ticket)
    expect(spend(token)).toEqual({ ok: true, value: ticket })
    expect(spend(token)).toMatchObject({ ok: false, error: { code: 'exec.used' } })
    expect(spend('f'.repeat(64))).toMatchObject({ ok: false, error: { code: 'exec.unknown' } })
  })

  it('expires, and that is told', async () => {
    vi.useFakeTimers()
    try {
      const { issue, spend, unused } = tickets(1_000)
      const token = issue(ticket)
      await vi.advanceTimersByTimeAsync(1_001)
      expect(spend(token)).toMatchObject({ ok: false, error: { code: 'exec.expired' } })
      expect(unused).toEqual([ticket])
    } finally {
      vi.useRealTimers()
    }
  })

  it('makes room for the newest when too many wait', () => {
    const { issue, spend, unused } = tickets()
    const first = issue(ticket)
    for (let count = 0; count < 1_000; count++) issue(ticket)
    expect(spend(first)).toMatchObject({ ok: false, error: { code: 'exec.expired' } })
    expect(unused).toHaveLength(1)
  })
})

describe('the line that an agent runs instead', () => {
  const program = { words: ['/usr/bin/node', "/it's here/gatehouse.cjs", 'exec'], home: '' }

  it('has nothing in it but our program and a token', () => {
    expect(execLine(program, 'a'.repeat(64))).toBe(
      String.raw`NODE_OPTIONS='' '/usr/bin/node' '/it'\''s here/gatehouse.cjs' 'exec' --call ${'a'.repeat(64)}`,
    )
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (token) => {
        expect(execLine(program, token)).toBe(null)
      }),
    )
  })

  it.each(['bash', 'zsh'].filter((shell) => findProgram(shell) !== null))(
    'takes %s to a folder of any name where it succeeded, and runs nothing of the name',
    (shell) => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-line-')))
      const names = [
        "it's",
        '$(touch pwned)',
        '`touch pwned`',
        '-P',
        'a"b',
        'two  words',
        "';touch pwned;'",
        '*',
        '~',
      ]
      try {
        for (const name of names) mkdirSync(join(root, name))
        const stand = (words: readonly string[], folder: string) => {
          const line = execLine({ words, home: '' }, 'a'.repeat(64), folder) ?? ''
          // A person's own `cd`, as a function and as an alias.
          const before =
            'cd() { touch pwned; }; alias cd="touch pwned"; alias builtin="touch pwned"\n'
          const { status, stdout } = spawnSync(
            shell,
            ['-c', `${before}${line}; echo "$?"; pwd -P`],
            {
              cwd: root,
              encoding: 'utf8',
            },
          )
          return [status, stdout]
        }
        for (const name of names)
          expect(stand(['true'], join(root, name))).toEqual([0, `0\n${join(root, name)}\n`])
        expect(stand(['false'], join(root, '*'))).toEqual([0, `1\n${root}\n`])
        expect(stand(['true'], join(root, 'gone'))).toEqual([0, `0\n${root}\n`])
        expect(readdirSync(root).toSorted()).toEqual(names.toSorted())
      } finally {
        rmSync(root, { recursive: true, force: true })
      }
    },
  )

  it.each([
    ['/g/main/host/launch/gatehouse.cjs', '/g/main/host/launch/gatehouse.cjs'],
    ['/g/out/main/hook.js', '/g/out/main/exec.js'],
    ['/g/out/main/cli.js', '/g/out/main/cli.js'],
    ['gatehouse.cjs', null],
    ['/somewhere/else.js', null],
  ])('is started beside %s', (entry, wanted) => {
    const here = { execPath: '/node', argv: ['/node', entry], env: {} }
    expect(execHere({ ...here, platform: 'linux' })?.words[1] ?? null).toBe(wanted)
    expect(execHere({ ...here, platform: 'win32' })).toBe(null)
  })

  it('keeps every argument but the command and the clock', () => {
    const how = rewritableTool('claude-code', 'Bash')
    if (how === null) throw new Error('It cannot be changed.')
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
        const { command, timeout, ...rest } = rewritten(how, input, 'LINE')
        const { command: _line, timeout: _clock, ...before } = input
        expect([command, timeout, rest]).toEqual(['LINE', 600_000, before])
      }),
    )
  })

  it('is for agents that apply it, and their tools of a POSIX shell alone', () => {
    expect(hookAgents.filter(canRewrite)).toEqual([
      'claude-code',
      'codex',
      'gemini-cli',
      'continue',
    ])
    for (const tool of ['PowerShell', 'Monitor', 'Write', 'toString', '__proto__'])
      expect(rewritableTool('claude-code', tool)).toBe(null)
  })
})
