// Every answer that the command line can give to a held call, against the real program.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Approval } from '../../contract/approval/approval.ts'
import { PrintedRow } from '../../contract/journal/decision-category.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { SessionId } from '../../contract/ids.ts'
import { Lease } from '../../contract/approval/lease.ts'
import { totpCode } from '../../main/approvals/step-up.ts'
import { openAtRest } from '../../main/secrets/at-rest.ts'
import { leasesTable } from '../../main/store/tables/leases-table.ts'
import { openStore } from '../../main/store/open.ts'
import { makeHome } from './gatehouse.ts'
import type { Home, Running } from './gatehouse.ts'

let home: Home
beforeEach(() => {
  home = makeHome()
  mkdirSync(home.workspace)
  mkdirSync(home.folder)
  // Commands are asked about before they run anywhere, and answers that last are offered.
  writeFileSync(join(home.folder, 'config.yaml'), 'preset: careful\n')
})
afterEach(() => home.remove())

const secret = 'correct horse'
const calling = (command: string): string[] => [
  'tools',
  'run',
  'exec',
  '--args',
  JSON.stringify({ command }),
]
const ran = (name: string): boolean => existsSync(join(home.workspace, name))
const lease = (): Promise<readonly Lease[]> =>
  home
    .json('leases', 'list')
    .then(({ value }) => z.object({ leases: z.array(Lease) }).parse(value).leases)

async function serving(): Promise<Running> {
  const server = home.start('serve', '--port', '0', '--json')
  await server.until(/"url"/)
  return server
}

/** A call that waits in the queue, and its approval. */
async function held(...words: string[]) {
  const waiting = home.start(...words, '--json')
  await waiting.until(/approval required; expires/)
  const { approvals } = z
    .object({ approvals: z.array(Approval) })
    .parse((await home.json('approvals', 'list')).value)
  const [approval] = approvals
  if (approval === undefined) throw new Error('Nothing is held.')
  return {
    approval,
    ended: () =>
      waiting.ended.then(({ code, stdout }) => ({ code, result: JSON.parse(stdout) as unknown })),
  }
}

const withPassphrase = async () => {
  home.env['GATEHOUSE_NEW_PASSPHRASE'] = secret
  await home.run('step-up', 'passphrase')
  delete home.env['GATEHOUSE_NEW_PASSPHRASE']
}
const proving = <T>(work: () => Promise<T>): Promise<T> => {
  home.env['GATEHOUSE_PASSPHRASE'] = secret
  return work().finally(() => delete home.env['GATEHOUSE_PASSPHRASE'])
}
const approve = (id: string, ...options: string[]) =>
  proving(() => home.json('approvals', 'approve', id, ...options))

async function entries<K extends JournalEntry['kind']>(
  kind: K,
): Promise<Extract<JournalEntry, { kind: K }>[]> {
  const { rows } = z
    .object({ rows: z.array(PrintedRow) })
    .parse((await home.json('audit', 'tail', '-n', '200')).value)
  return rows.flatMap(({ entry }) =>
    entry.kind === kind ? [entry as Extract<JournalEntry, { kind: K }>] : [],
  )
}

describe('a command of R4', () => {
  const sudo = 'touch yes.txt; sudo true'

  it('is held, refused without proof, run with the passphrase, and the journal says so', async () => {
    await withPassphrase()
    await serving()
    const { approval, ended } = await held(...calling(sudo))
    expect(approval.decision).toMatchObject({ tier: 'R4', stepUp: true })
    expect(approval.answers).toEqual(['once', 'deny-once', 'deny-scope', 'deny-always'])
    expect(await home.json('approvals', 'approve', approval.id)).toMatchObject({
      code: 4,
      value: {
        error: {
          code: 'approval.no-terminal',
          hint: expect.stringContaining('GATEHOUSE_PASSPHRASE'),
        },
      },
    })
    home.env['GATEHOUSE_PASSPHRASE'] = 'a guess that is wrong'
    expect(await home.json('approvals', 'approve', approval.id)).toMatchObject({
      code: 1,
      value: { error: { code: 'step-up.wrong' } },
    })
    expect(ran('yes.txt')).toBe(false)
    expect(await approve(approval.id)).toMatchObject({
      code: 0,
      value: { approval: { answer: 'once', answeredOn: 'cli' } },
    })
    await ended()
    expect(ran('yes.txt')).toBe(true)
    expect(await entries('answered')).toMatchObject([
      { answer: 'once', route: 'person', surface: 'cli', stepUp: 'passphrase' },
    ])
  })

  it('cannot be approved on a terminal either while nothing is set, exit 4, and goes on waiting @whole', async () => {
    await serving()
    const { approval } = await held(...calling(sudo))
    const { code, stdout } = await home.terminal('approvals', 'approve', approval.id).ended
    expect([code, stdout]).toEqual([4, expect.stringContaining('gatehouse step-up passphrase')])
    expect((await home.json('approvals', 'list')).value).toMatchObject({
      approvals: [{ id: approval.id }],
    })
  })

  it('is never approved for longer @whole', async () => {
    await withPassphrase()
    await serving()
    const { approval } = await held(...calling(sudo))
    expect(await approve(approval.id, '--always')).toMatchObject({
      code: 1,
      value: { error: { code: 'approval.not-offered' } },
    })
  })

  it('runs with the passphrase from the environment and --approve, with no terminal and no other Gatehouse @whole', async () => {
    await withPassphrase()
    const { code } = await proving(() =>
      home.run(...calling('sudo true; touch yes.txt'), '--approve'),
    )
    expect([code, ran('yes.txt')]).toEqual([0, true])
  })

  it('is denied with a wrong passphrase in the environment, and nothing is left waiting @whole', async () => {
    await withPassphrase()
    home.env['GATEHOUSE_PASSPHRASE'] = 'a guess that is wrong'
    const { code, stderr } = await home.run(...calling(sudo), '--approve')
    expect([code, stderr, ran('yes.txt')]).toEqual([
      1,
      expect.stringContaining('The passphrase is wrong.'),
      false,
    ])
    expect((await home.json('approvals', 'list')).value).toEqual({ approvals: [] })
  })

  it('takes a one-time code instead, and each code once @whole', async () => {
    await withPassphrase()
    const started = await proving(() => home.json('step-up', 'totp'))
    const key = z.object({ secret: z.string() }).parse(started.value).secret
    // A code is taken until the end of the step after its own. On a busy machine a command may need
    // that long to begin, so this one is of now, and the next of the step to come.
    const step = () => Math.floor(Date.now() / 30_000)
    expect(await home.run('step-up', 'totp', '--code', totpCode(key, step()))).toMatchObject({
      code: 0,
    })
    await serving()
    const first = await held(...calling(sudo))
    const second = await held(...calling(`${sudo} again`))
    const code = totpCode(key, step() + 1)
    expect((await home.json('approvals', 'approve', first.approval.id, '--totp', code)).code).toBe(
      0,
    )
    expect(
      await home.json('approvals', 'approve', second.approval.id, '--totp', code),
    ).toMatchObject({
      code: 1,
      value: { error: { code: 'step-up.used' } },
    })
    await first.ended()
    expect(await entries('answered')).toMatchObject([{ stepUp: 'totp' }])
  })
})

describe('with a passphrase set', () => {
  it('every approval on a terminal asks for it, without showing it, and again when it was wrong @whole', async () => {
    await withPassphrase()
    const running = home.terminal(...calling('touch typed.txt'))
    await running.until(/Type yes to approve it once/)
    running.type('yes\r')
    await running.until(/Gatehouse passphrase: /)
    running.type('something else\r')
    await running.until(/passphrase is wrong[^]*Gatehouse passphrase: /)
    running.type(`${secret}\r`)
    const { code, stdout } = await running.ended
    expect([code, ran('typed.txt')]).toEqual([0, true])
    expect(stripVTControlCharacters(stdout)).not.toMatch(/correct horse|something else/)
  })
})

describe('a lease', () => {
  it('within a proposed limit lets the next call run, is listed with its uses, and can be revoked @whole', async () => {
    // What the command changed in a copy is asked about, as edits.
    writeFileSync(join(home.folder, 'config.yaml'), 'preset: ask\n')
    await withPassphrase()
    await serving()
    const first = await held(...calling('touch one.txt'))
    expect(first.approval.proposals.length).toBeGreaterThan(0)
    const { id } = first.approval
    const shown = (await home.run('approvals', 'show', id)).stdout
    expect(shown).toMatch(
      /scopes, with --scope-index N and --for hour\|today\|until-revoked\n +1 {2}edits of one.txt/,
    )
    expect(
      await approve(id, '--scope-index', '2', '--max-uses', '2', '--expires', '8h'),
    ).toMatchObject({
      code: 0,
      value: { approval: { answer: 'scope' } },
    })
    await first.ended()
    expect((await home.json(...calling('touch two.txt'))).code).toBe(0)
    expect([ran('one.txt'), ran('two.txt')]).toEqual([true, true])
    const [given] = await lease()
    expect(given).toMatchObject({
      approvalId: id,
      uses: 1,
      maxUses: 2,
      patterns: { edits: true },
      text: 'edits anywhere in the workspace',
    })
    expect((await home.run('leases', 'list')).stdout).toMatch(/1 of 2[\s\S]*two\.txt/)
    expect((await home.json('leases', 'list')).value).toMatchObject({
      allowed: [{ lease: given?.id, touches: [{ kind: 'fs.write' }] }],
    })

    expect((await home.json('leases', 'revoke', String(given?.id))).value).toEqual({ revoked: 1 })
    expect(await home.json('leases', 'revoke', String(given?.id))).toMatchObject({
      code: 1,
      value: { error: { code: 'lease.unknown' } },
    })
    expect(await lease()).toEqual([])
    expect((await home.json('leases', 'list', '--all')).value).toMatchObject({
      leases: [{ id: given?.id, uses: 1 }],
    })
    await held(...calling('touch three.txt'))
    expect(ran('three.txt')).toBe(false)
  })

  it('takes the numbered limit, and says which numbers there are @whole', async () => {
    await withPassphrase()
    await serving()
    const { approval, ended } = await held(...calling('touch a.txt'))
    expect(await approve(approval.id, '--scope-index', '9')).toMatchObject({
      code: 2,
      value: { error: { text: expect.stringMatching(/from 1 to \d/) } },
    })
    expect((await approve(approval.id, '--scope-index', '1')).code).toBe(0)
    await ended()
    expect(await lease()).toMatchObject([
      { patterns: approval.proposals[0]?.patterns, lasts: 'until-revoked', effect: 'allow' },
    ])
  })

  it('takes a scope for as long as was said, to deny too @whole', async () => {
    // What the command changed in a copy is asked about, as edits.
    writeFileSync(join(home.folder, 'config.yaml'), 'preset: ask\n')
    await withPassphrase()
    await serving()
    const { approval, ended } = await held(...calling('touch c.txt'))
    expect(await approve(approval.id, '--for', 'today')).toMatchObject({ code: 2 })
    expect(
      await home.json('approvals', 'deny', approval.id, '--scope-index', '1', '--for', 'ever'),
    ).toMatchObject({ code: 2, value: { error: { text: expect.stringContaining('today') } } })
    const denied = ['approvals', 'deny', approval.id, '--scope-index', '1', '--for', 'today']
    expect(await home.json(...denied)).toMatchObject({
      code: 0,
      value: { approval: { answer: 'deny-scope' } },
    })
    await ended()
    expect(await lease()).toMatchObject([
      { effect: 'deny', lasts: 'today', text: 'edits of c.txt', session: null },
    ])
    expect((await home.run('leases', 'list')).stdout).toContain('denies edits of c.txt')
    expect(await home.json(...calling('touch c.txt'))).toMatchObject({ code: 3 })
    expect(ran('c.txt')).toBe(false)
  })

  it('for always is revoked with all others @whole', async () => {
    await withPassphrase()
    await serving()
    const { approval, ended } = await held(...calling('touch b.txt'))
    expect((await approve(approval.id, '--always')).code).toBe(0)
    await ended()
    expect(await lease()).toMatchObject([{ session: null, principal: { kind: 'cli' } }])
    expect((await home.run('leases', 'revoke', '--all')).stdout).toBe('Revoked: 1.\n')
    expect(await lease()).toEqual([])
  })

  it('by hand needs proof, is in force at once, and ends with its session when bound to one @whole', async () => {
    expect((await home.json('leases', 'grant', '--tool', 'exec', '--commands', 'touch')).code).toBe(
      4,
    )
    await withPassphrase()
    const given = await proving(() =>
      home.json(
        'leases',
        'grant',
        '--tool',
        'exec',
        '--commands',
        'touch,git status',
        '--expires',
        '1d',
      ),
    )
    expect(given).toMatchObject({
      code: 0,
      value: { lease: { approvalId: null, patterns: { commands: ['touch', 'git status'] } } },
    })
    const action = z.object({ lease: Lease }).parse(given.value).lease.action
    expect(action).toBeNull()
    const store = await openStore(join(home.folder, 'data', 'gatehouse.db'), { now: Date.now })
    const atRest = openAtRest(join(home.folder, 'data', 'approvals.key'))
    if (!atRest.ok || !store.ok) throw new Error('the store does not open')
    const table = leasesTable(store.value.db, atRest.value)
    const bound = table
      .list()
      .map((each) => ({ ...each, session: SessionId.parse('ses_00000001') }))
    store.value.db.exec('DELETE FROM leases')
    for (const each of bound) table.insert(each)
    store.value.close()
    expect((await home.json('leases', 'revoke', '--session', 'ses_00000002')).value).toEqual({
      revoked: 0,
    })
    expect((await home.json('leases', 'revoke', '--session', 'ses_00000001')).value).toEqual({
      revoked: 1,
    })
    expect((await entries('lease')).map(({ change }) => change)).toEqual(['granted', 'revoked'])
  })
})

describe('other answers', () => {
  it('deny always becomes a rule that refuses the same from then on @whole', async () => {
    await serving()
    const { approval, ended } = await held(
      'tools',
      'run',
      'write_file',
      '--args',
      '{"path":"no.txt","content":"x"}',
    )
    expect(
      (await home.json('approvals', 'deny', approval.id, '--always', '--word', 'Not in here.'))
        .code,
    ).toBe(0)
    expect((await ended()).code).toBe(3)
    expect(readFileSync(join(home.folder, 'config.yaml'), 'utf8')).toContain('refused-')
    const again = await home.json(
      'tools',
      'run',
      'write_file',
      '--args',
      '{"path":"no.txt","content":"y"}',
    )
    expect(again).toMatchObject({
      code: 3,
      value: { decision: { effect: 'deny', by: { kind: 'rule' } } },
    })
    expect(await entries('answered')).toMatchObject([
      { answer: 'deny-always', word: 'Not in here.' },
    ])
  })

  it('other arguments run instead, and the caller is told @whole', async () => {
    await withPassphrase()
    await serving()
    const { approval, ended } = await held(...calling('touch old.txt'))
    expect((await approve(approval.id, '--args', '{"command":"touch new.txt"}')).code).toBe(0)
    await ended()
    expect([ran('old.txt'), ran('new.txt')]).toEqual([false, true])
  })

  it('shows everything, hidden characters too, and a write as a diff @whole', async () => {
    writeFileSync(join(home.workspace, 'a.txt'), 'one\ntwo\n')
    await serving()
    const { approval } = await held(
      'tools',
      'run',
      'write_file',
      '--args',
      '{"path":"a.txt","content":"one\\ntw\\u202eo\\n"}',
    )
    const { code, stdout } = await home.run('approvals', 'show', approval.id)
    expect(code).toBe(0)
    expect(stdout).toContain(`changes a.txt\n  @@ -1 +1 @@\n    one\n  - two\n  + tw\\u{202e}o\n`)
    for (const hash of [approval.requestHash, approval.definitionHash, approval.policyHash])
      expect(stdout).toContain(hash)
    for (const reason of approval.decision.reasons)
      expect(stdout).toContain(`- ${reason.text}  ${reason.code}`)
    expect((await home.json('approvals', 'show', approval.id)).value).toEqual({ approval })
  })

  it('at once on two surfaces: exactly one wins @whole', async () => {
    await withPassphrase()
    await serving()
    const { approval, ended } = await held(...calling('touch race.txt'))
    home.env['GATEHOUSE_PASSPHRASE'] = secret
    const answers = await Promise.all([
      home.json('approvals', 'approve', approval.id),
      home.json('approvals', 'deny', approval.id),
      home.json('approvals', 'approve', approval.id),
    ])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const lost = answers.filter(({ code }) => code !== 0)
    expect(lost.map(({ value }) => (value as { error: { code: string } }).error.code)).toEqual([
      'approval.answered',
      'approval.answered',
    ])
    await ended()
    expect(ran('race.txt')).toBe(answers[1]?.code !== 0)
    expect(await entries('answered')).toHaveLength(1)
  })
})

describe('killed', () => {
  it('between the approval and the run: it does not run, and the journal says that the approval was withdrawn @whole', async () => {
    const server = await serving()
    const { approval } = await held(...calling('touch never.txt'))
    server.child.kill('SIGKILL')
    await server.ended
    // The one moment no signal can be timed for: the yes is in the row, and nothing has begun.
    const db = new Database(join(home.folder, 'data', 'gatehouse.db'))
    expect(
      db
        .prepare(`UPDATE approvals SET state = 'approved', answer = 'once' WHERE id = ?`)
        .run(approval.id).changes,
    ).toBe(1)
    db.close()
    await serving()
    expect((await home.json('approvals', 'show', approval.id)).value).toMatchObject({
      approval: { state: 'cancelled' },
    })
    expect([ran('never.txt'), (await entries('running')).length]).toEqual([false, 0])
    // The journal gets the row of the answer, which the process did not live to write, and then
    // that it came to nothing.
    expect(await entries('answered')).toMatchObject([
      { route: 'person', answer: 'once' },
      { route: 'program-end', answer: 'deny-once' },
    ])
  })

  it('while it runs: it is not run again, and the journal says that its end is unknown @whole', async () => {
    await withPassphrase()
    const server = await serving()
    const { approval } = await held(...calling('echo ran >> once.txt; sleep 20'))
    await approve(approval.id)
    while (!ran('once.txt')) await new Promise((done) => setTimeout(done, 20))
    server.child.kill('SIGKILL')
    await server.ended
    await serving()
    expect((await entries('outcome')).map(({ status }) => status)).toEqual(['unknown'])
    expect(readFileSync(join(home.workspace, 'once.txt'), 'utf8')).toBe('ran\n')
    expect(await approve(approval.id)).toMatchObject({
      code: 1,
      value: { error: { code: 'approval.answered' } },
    })
  })
})
