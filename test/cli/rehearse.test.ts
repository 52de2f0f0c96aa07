// Rehearsals from the command line against the real program: real sandbox, real view, real kill.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Approval } from '../../contract/approval/approval.ts'
import { PrintedRow } from '../../contract/journal/decision-category.ts'
import { processesWith, soon } from '../escape/fixture.ts'
import { hashOfTree, own } from '../sandbox/rehearsal/fixture.ts'
import { holdCommands } from '../hold-commands.ts'
import { makeHome } from './gatehouse.ts'
import type { Home, Running } from './gatehouse.ts'

const linux = process.platform === 'linux'
const why = linux
  ? ''
  : ` (skipped on ${process.platform}: its sandbox is not built yet, every command is refused)`
const secret = 'correct horse'

let home: Home
beforeEach(async () => {
  home = makeHome()
  mkdirSync(home.workspace)
  writeFileSync(file('old.txt'), 'old\n')
  mkdirSync(home.folder)
  configure({ automatic: false })
  home.env['GATEHOUSE_NEW_PASSPHRASE'] = secret
  await home.run('step-up', 'passphrase')
  delete home.env['GATEHOUSE_NEW_PASSPHRASE']
})
afterEach(() => home.remove())

const file = (name: string): string => join(home.workspace, name)
const configure = (rehearsal: unknown): void =>
  writeFileSync(
    join(home.folder, 'config.yaml'),
    `rehearsal: ${JSON.stringify(rehearsal)}\n${holdCommands}`,
  )
const views = (): string => join(home.folder, 'data/rehearsals')
const left = (): string[] => (existsSync(views()) ? readdirSync(views()) : [])

async function serving(): Promise<Running> {
  const server = home.start('serve', '--port', '0', '--json')
  await server.until(/"url"/)
  return server
}
async function held(tool: string, args: unknown) {
  const waiting = home.start('tools', 'run', tool, '--args', JSON.stringify(args), '--json')
  await waiting.until(/approval required; expires/)
  return {
    approval: await only(),
    ended: () => waiting.ended.then(({ stdout }) => JSON.parse(stdout) as unknown),
  }
}
async function only(): Promise<Approval> {
  const { approvals } = z
    .object({ approvals: z.array(Approval) })
    .parse((await home.json('approvals', 'list')).value)
  expect(approvals.length).toBe(1)
  return Approval.parse(approvals[0])
}
async function approve(id: string) {
  home.env['GATEHOUSE_PASSPHRASE'] = secret
  const answered = await home.json('approvals', 'approve', id)
  delete home.env['GATEHOUSE_PASSPHRASE']
  return answered
}
const rows = async () => {
  const { rows: all } = z
    .object({ rows: z.array(PrintedRow) })
    .parse((await home.json('audit', 'tail', '-n', '200')).value)
  return all.map(({ entry }) => entry)
}

describe.runIf(linux)(`gatehouse approvals rehearse${why}`, () => {
  it('shows what a held command would do, and an approval of it is valid only while nothing has changed @whole', async () => {
    await serving()
    const { approval, ended } = await held('exec', {
      command: 'cat old.txt >new.txt; rm old.txt; echo done',
    })
    expect(approval.rehearsal).toBeNull()
    const before = hashOfTree(home.workspace)
    const { code, value } = await home.json('approvals', 'rehearse', approval.id)
    expect(hashOfTree(home.workspace)).toBe(before)
    expect(left()).toEqual([])
    expect([code, value]).toMatchObject([
      0,
      {
        approval: {
          id: approval.id,
          state: 'pending',
          rehearsal: {
            by: 'person',
            end: { kind: 'exited', code: 0 },
            stdout: 'done\n',
            counts: { added: 1, changed: 0, deleted: 1, type: 0, mode: 0 },
            changes: [
              {
                kind: 'added',
                path: 'new.txt',
                content: { kind: 'text', before: null, after: 'old\n' },
              },
              {
                kind: 'deleted',
                path: 'old.txt',
                content: { kind: 'text', before: 'old\n', after: null },
              },
            ],
          },
        },
      },
    ])
    const card = stripVTControlCharacters((await home.run('approvals', 'show', approval.id)).stdout)
    for (const line of [
      'on request',
      'it ended with exit code 0',
      'in the workspace: 1 added, 1 deleted',
      'added: new.txt',
      '+ old',
      'deleted: old.txt',
      '- old',
      'done',
    ])
      expect(card).toContain(line)

    writeFileSync(file('old.txt'), 'other\n')
    const refused = await approve(approval.id)
    const again = await only()
    expect(refused).toMatchObject({
      code: 1,
      value: { error: { code: 'approval.asked-again', text: expect.stringContaining(again.id) } },
    })
    expect([existsSync(file('new.txt')), again.rehearsal, again.callId]).toEqual([
      false,
      null,
      approval.callId,
    ])
    expect((await home.run('approvals', 'show', again.id)).stdout).toContain(
      'Held again. The workspace changed after the rehearsal',
    )

    expect((await home.run('approvals', 'rehearse', again.id)).stdout).toContain('+ other')
    expect(await approve(again.id)).toMatchObject({ code: 0 })
    expect(await ended()).toMatchObject({ ok: true, stdout: 'done\n' })
    expect([readFileSync(file('new.txt'), 'utf8'), existsSync(file('old.txt'))]).toEqual([
      'other\n',
      false,
    ])
    const entries = (await rows()).filter(({ kind }) =>
      /^(asked|rehears|answered|running|outcome)/.test(kind),
    )
    expect(entries.map(({ kind }) => kind)).toEqual([
      'asked',
      'rehearsing',
      'rehearsed',
      'answered',
      'asked',
      'rehearsing',
      'rehearsed',
      'answered',
      'running',
      'outcome',
    ])
    expect(entries[4]).toMatchObject({ approvalId: again.id, again: { of: approval.id } })
    expect(entries[2]).toMatchObject({
      kind: 'rehearsed',
      changes: 2,
      hosts: [],
      exitCode: 0,
      error: null,
    })
  })

  it('refuses what reaches outside, and says why @whole', async () => {
    await serving()
    const { approval } = await held('http', {
      method: 'POST',
      url: 'https://example.org/',
      body: 'x',
    })
    expect(await home.json('approvals', 'rehearse', approval.id)).toMatchObject({
      code: 1,
      value: { error: { code: 'rehearsal.outside', text: expect.stringContaining('example.org') } },
    })
    expect(await home.json('approvals', 'rehearse', 'apr_00000000')).toMatchObject({
      code: 1,
      value: { error: { code: 'approval.unknown' } },
    })
    expect((await rows()).map(({ kind }) => kind)).not.toContain('rehearsing')
  })

  it('shows its result on a terminal that already asks @whole', async () => {
    await serving()
    const asking = home.terminal(
      'tools',
      'run',
      'exec',
      '--args',
      '{"command":"rm old.txt"}',
      '--approve',
    )
    await asking.until(/Type yes/)
    expect(await home.json('approvals', 'rehearse', (await only()).id)).toMatchObject({ code: 0 })
    const shown = stripVTControlCharacters(await asking.until(/still needs an answer/))
    for (const line of ['rehearsed in a throw-away copy', 'deleted: old.txt', '- old'])
      expect(shown).toContain(line)
    expect(existsSync(file('old.txt'))).toBe(true)
  })

  it('leaves nothing when Gatehouse is killed in the middle of one @whole', async () => {
    // As root, so that there is an overlay to be left behind.
    own(home.workspace)
    const server = await serving()
    const mark = `killed-in-the-middle-${process.pid}`
    const { approval } = await held('exec', {
      command: `rm old.txt; echo evil >evil.txt; : ${mark}; sleep 60; true`,
    })
    const before = hashOfTree(home.workspace)
    const rehearsing = home.run('approvals', 'rehearse', approval.id)
    expect(await soon(() => processesWith(mark).length > 0 && left().length > 0, 20_000)).toBe(true)
    server.child.kill('SIGKILL')
    await server.ended
    expect((await rehearsing).code).not.toBe(0)
    expect(
      await soon(
        () => processesWith(mark).length === 0 && processesWith(views()).length === 0,
        20_000,
      ),
    ).toBe(true)
    expect(hashOfTree(home.workspace)).toBe(before)
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(home.folder)
    expect(left()).not.toEqual([])
    await serving()
    expect(left()).toEqual([])
    expect(hashOfTree(home.workspace)).toBe(before)
  })

  it('happens unasked only for a card that is open in a window, however quick it would be @whole', async () => {
    configure({ automatic: true })
    await serving()
    for (const command of ['echo new >new.txt', 'sleep 1', 'sudo true']) {
      const { approval, ended } = await held('exec', { command })
      expect(approval.rehearsal).toBeNull()
      await home.run('approvals', 'deny', approval.id)
      await ended()
    }
    expect(
      (await rows()).filter(({ kind }) => kind === 'rehearsed' || kind === 'rehearsing'),
    ).toEqual([])
  })
})
