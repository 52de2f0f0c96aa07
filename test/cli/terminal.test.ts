// The command line on a real terminal (a pty made by `script` of util-linux), and beside a running
// Gatehouse.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Approval } from '../../contract/approval/approval.ts'
import { PrintedRow } from '../../contract/journal/decision-category.ts'
import { holdCommands } from '../hold-commands.ts'
import { makeHome } from './gatehouse.ts'
import type { Home, Running } from './gatehouse.ts'

let home: Home
beforeEach(() => {
  home = makeHome()
  mkdirSync(home.folder)
  writeFileSync(join(home.folder, 'config.yaml'), holdCommands)
})
afterEach(() => home.remove())

const touching = (name: string): string[] => [
  'tools',
  'run',
  'exec',
  '--args',
  JSON.stringify({ command: `touch ${name}` }),
]
const ran = (name: string): boolean => existsSync(join(home.workspace, name))
const prompt = /Type yes to approve it once/

async function answered(running: Running, answer: string) {
  await running.until(prompt)
  running.type(answer)
  const { code, stdout } = await running.ended
  return { code, screen: stripVTControlCharacters(stdout) }
}

async function journalKinds(): Promise<string[]> {
  const { value } = await home.json('audit', 'tail', '-n', '100')
  const { rows } = z.object({ rows: z.array(PrintedRow) }).parse(value)
  return rows.flatMap(({ entry }) =>
    ['decision', 'asked', 'answered', 'running', 'outcome'].includes(entry.kind)
      ? [entry.kind === 'answered' ? `answered ${entry.answer}` : entry.kind]
      : [],
  )
}

async function pending(): Promise<readonly Approval[]> {
  return z
    .object({ approvals: z.array(Approval) })
    .parse((await home.json('approvals', 'list')).value).approvals
}

async function serving(): Promise<Running> {
  const server = home.start('serve', '--port', '0', '--json')
  await server.until(/"url"/)
  return server
}

describe('a call that needs a person, on a terminal, with no other Gatehouse', () => {
  it('is shown whole and runs when yes is typed', async () => {
    const { code, screen } = await answered(home.terminal(...touching('yes.txt')), 'yes\r')
    expect([code, ran('yes.txt')]).toEqual([0, true])
    expect(screen).toContain('command: touch yes.txt')
    expect(screen).toContain(`run touch yes.txt in ${home.workspace}`)
    expect(await journalKinds()).toEqual([
      'decision',
      'asked',
      'answered once',
      'running',
      'outcome',
    ])
  })

  it.each(['no\r', 'y\r', '\r', '\u{4}'])(
    'is denied by typing %j, exit 3 @whole',
    async (typed) => {
      const { code } = await answered(home.terminal(...touching('no.txt')), typed)
      expect([code, ran('no.txt')]).toEqual([3, false])
      expect(await journalKinds()).toEqual(['decision', 'asked', 'answered deny-once'])
    },
  )

  it('is denied by Ctrl+C, and leaves nothing held and no lock @whole', async () => {
    const running = home.terminal(...touching('never.txt'))
    await running.until(prompt)
    running.type('\u{3}')
    expect((await running.ended).code).toBe(130)
    expect([
      ran('never.txt'),
      existsSync(join(home.folder, 'gatehouse.lock')),
      await pending(),
    ]).toEqual([false, false, []])
  })

  it('is denied when nobody answers in time, exit 3 @whole', async () => {
    writeFileSync(
      join(home.folder, 'config.yaml'),
      `approvals: { timeoutSeconds: 1 }\n${holdCommands}`,
    )
    const running = home.terminal(...touching('late.txt'))
    expect([(await running.ended).code, ran('late.txt')]).toEqual([3, false])
    expect(await journalKinds()).toEqual(['decision', 'asked', 'answered deny-once'])
  })

  it('ends in order when the terminal is closed, and nothing runs @whole', async () => {
    const running = home.terminal(...touching('closed.txt'))
    await running.until(prompt)
    running.child.kill('SIGKILL')
    await running.ended
    const { rows } = z
      .object({ rows: z.array(PrintedRow) })
      .parse((await home.json('audit', 'tail')).value)
    expect([rows.at(-1)?.entry.kind, ran('closed.txt')]).toEqual(['stopped', false])
  })

  it('is not answered by what was typed before it could be seen @whole', async () => {
    const running = home.terminal(...touching('early.txt'))
    running.type('yes\r')
    const { code } = await answered(running, 'no\r')
    expect([code, ran('early.txt')]).toEqual([3, false])
  })

  it('shows hidden characters for what they are @whole', async () => {
    // Such a line is R4, and no passphrase is set: shown whole all the same, and denied.
    const { code, stdout } = await home.terminal(
      'tools',
      'run',
      'exec',
      '--args',
      '{"command":"echo safe \\u202e\\u001b[2Kevil"}',
    ).ended
    const screen = stripVTControlCharacters(stdout)
    expect([code, screen]).toEqual([4, expect.stringContaining('gatehouse step-up passphrase')])
    expect(screen).toContain(String.raw`command: echo safe \u{202e}\u{1b}[2Kevil`)
  })

  it('still gives clean JSON on standard output @whole', async () => {
    // Only the terminal's own end of the two streams is one: standard output goes to a file.
    const out = join(home.folder, '..', 'out.json')
    const words = touching('json.txt')
      .map((word) => `'${word}'`)
      .join(' ')
    const running = home.terminalShell(`${home.command} ${words} --json > '${out}'`)
    const { code } = await answered(running, 'yes\r')
    expect([code, JSON.parse(readFileSync(out, 'utf8'))]).toMatchObject([
      0,
      { ok: true, exitCode: 0 },
    ])
  })
})

describe('beside a running Gatehouse', () => {
  it('a call waits in its queue, says so, and runs when somebody there approves', async () => {
    await serving()
    const waiting = home.start(...touching('later.txt'), '--json')
    await waiting.until(/approval required; expires/)
    const [approval] = await pending()
    expect([approval?.principal.kind, approval?.tool, ran('later.txt')]).toEqual([
      'cli',
      'exec',
      false,
    ])

    const { code, screen } = await answered(
      home.terminal('approvals', 'approve', String(approval?.id)),
      'yes\r',
    )
    expect([code, screen]).toEqual([0, expect.stringContaining('command: touch later.txt')])
    const ended = await waiting.ended
    expect([ended.code, JSON.parse(ended.stdout), ran('later.txt')]).toMatchObject([
      0,
      { ok: true, exitCode: 0 },
      true,
    ])
    expect(await pending()).toEqual([])
  })

  it('a call is denied from another command, exit 3; a second answer is told who was first @whole', async () => {
    await serving()
    const waiting = home.start(...touching('denied.txt'))
    await waiting.until(/approval required; expires/)
    const [approval] = await pending()
    expect((await home.run('approvals', 'deny', String(approval?.id))).code).toBe(0)
    expect([(await waiting.ended).code, ran('denied.txt')]).toEqual([3, false])
    expect((await home.json('approvals', 'deny', String(approval?.id))).value).toEqual({
      error: {
        code: 'approval.answered',
        text: 'This approval is no longer pending. Denied on the command line.',
      },
    })
    home.env['GATEHOUSE_PASSPHRASE'] = 'correct horse'
    expect((await home.json('approvals', 'approve', String(approval?.id))).value).toEqual({
      error: {
        code: 'approval.answered',
        text: `${approval?.id} is no longer pending. Denied on the command line.`,
      },
    })
  })

  it('a call cannot be approved without a terminal, exit 4, and goes on waiting @whole', async () => {
    await serving()
    const waiting = home.start(...touching('held.txt'))
    await waiting.until(/approval required; expires/)
    const [approval] = await pending()
    const refused = await home.json('approvals', 'approve', String(approval?.id))
    expect(refused).toMatchObject({ code: 4, value: { error: { code: 'approval.no-terminal' } } })
    expect([(await pending()).length, ran('held.txt')]).toEqual([1, false])
  })

  it('--approve asks here, on the terminal @whole', async () => {
    await serving()
    const { code } = await answered(home.terminal(...touching('here.txt'), '--approve'), 'yes\r')
    expect([code, ran('here.txt')]).toEqual([0, true])
  })

  it('--approve also asks when the same call is held already @whole', async () => {
    await serving()
    const waiting = home.start(...touching('twice.txt'))
    await waiting.until(/approval required; expires/)
    const { code } = await answered(home.terminal(...touching('twice.txt'), '--approve'), 'yes\r')
    expect([code, (await waiting.ended).code, ran('twice.txt')]).toEqual([0, 0, true])
  })

  it('a client that is killed leaves its held call in the queue @whole', async () => {
    await serving()
    const waiting = home.start(...touching('gone.txt'))
    await waiting.until(/approval required; expires/)
    waiting.child.kill('SIGKILL')
    await waiting.ended
    expect(await pending()).toHaveLength(1)
  })

  it('a second one does not start, and names the first @whole', async () => {
    const first = await serving()
    const second = await home.run('serve', '--port', '0')
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringContaining(`already running for this home (process ${first.child.pid})`),
    ])
  })

  it('the journal is verified by the running one @whole', async () => {
    await serving()
    expect(await home.json('audit', 'verify')).toMatchObject({ code: 0, value: { kind: 'intact' } })
  })
})

describe('a call that was held when Gatehouse was killed', () => {
  it('is approved afterwards at a terminal and runs once @whole', async () => {
    mkdirSync(home.workspace)
    const server = await serving()
    const waiting = home.start(...touching('after.txt'))
    await waiting.until(/approval required; expires/)
    server.child.kill('SIGKILL')
    await server.ended
    expect((await waiting.ended).code).toBe(1)

    const [approval] = await pending()
    const { code, screen } = await answered(
      home.terminal('approvals', 'approve', String(approval?.id)),
      'yes\r',
    )
    expect([code, ran('after.txt')]).toEqual([0, true])
    expect(screen).toContain('Approved. The call ran: done.')
    expect((await journalKinds()).filter((kind) => kind === 'running')).toEqual(['running'])
    expect((await answeredAgain(String(approval?.id))).code).toBe(1)
  })
})

const answeredAgain = (id: string) => home.terminal('approvals', 'approve', id).ended
