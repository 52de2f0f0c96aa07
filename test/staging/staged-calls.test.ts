// Commands that run first where it cannot matter, through the whole of Gatehouse: real sandbox, real
// files, real journal.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { LEFT_SAYS } from '../../main/sandbox/linux/left-behind.ts'
import { openStagingFixture } from './fixture.ts'
import type { StagingFixture } from './fixture.ts'
import { fewWords } from '../whole.ts'

const kinds = (entries: readonly JournalEntry[]): readonly string[] =>
  entries.map((entry) => (entry.kind === 'staged' ? `staged ${entry.change}` : entry.kind))

let gatehouse: StagingFixture
afterEach(() => gatehouse.close())

describe.each(fewWords(['user', 'root'], 1))('in Ask, in a workspace of %s', (_name, owner) => {
  beforeEach(async () => {
    gatehouse = await openStagingFixture('preset: ask\n', owner)
    gatehouse.put({ 'a.txt': 'one\n', 'src/b.txt': 'two\n' })
  })

  it('what changes nothing runs, and nobody is asked', async () => {
    const result = await gatehouse.exec('cat a.txt; ls src; echo done >/dev/null')
    expect(result).toMatchObject({ ok: true, status: 'done', exitCode: 0, stdout: 'one\nb.txt\n' })
    expect(result.decision).toMatchObject({ effect: 'allow', tier: 'R1' })
    expect(result.decision?.reasons.at(-1)?.text).toBe(
      'It ran in a staged copy of the workspace and changed nothing.',
    )
    expect(kinds(await gatehouse.journal(result.requestId))).toEqual([
      'decision',
      'staged started',
      'staged ended',
      'outcome',
    ])
  })

  it.each([
    ['leaves more files than a list shows', 3_000, 'it changed more than 2,000 paths'],
    ['does not stop making files', 100_000, 'it wrote more than a staged copy may hold'],
  ])('what %s is asked about as the command it is @whole', async (_, files, why) => {
    const asked = gatehouse.exec(`mkdir many; cd many; seq ${files} | xargs touch`)
    const approval = await gatehouse.held()
    expect(approval.staged).toBe(null)
    expect(approval.untried).toContain(why)
    expect(existsSync(gatehouse.file('many'))).toBe(false)
    await gatehouse.answer(approval.id, { answer: 'deny-once' })
    expect(await asked).toMatchObject({ ok: false })
  })

  it('what changes files waits with its diff, and an approval writes just that', async () => {
    const asked = gatehouse.exec('echo more >>a.txt; echo new >src/c.txt; rm src/b.txt; echo said')
    const approval = await gatehouse.held()
    expect(approval.staged).toEqual({ conflicts: [] })
    expect(approval.decision).toMatchObject({ tier: 'R2', effect: 'confirm' })
    expect(approval.undo?.kind).toBe('files')
    expect(approval.rehearsal).toMatchObject({
      end: { kind: 'exited', code: 0 },
      stdout: 'said\n',
      counts: { added: 1, changed: 1, deleted: 1, type: 0, mode: 0 },
      changes: [
        { kind: 'changed', path: 'a.txt', content: { before: 'one\n', after: 'one\nmore\n' } },
        { kind: 'deleted', path: 'src/b.txt', content: { before: 'two\n', after: null } },
        { kind: 'added', path: 'src/c.txt', content: { before: null, after: 'new\n' } },
      ],
    })
    expect(gatehouse.read('a.txt')).toBe('one\n')
    expect(await gatehouse.answer(approval.id, { answer: 'once' })).toMatchObject({ ok: true })
    const result = await asked
    expect(result).toMatchObject({ ok: true, status: 'done', exitCode: 0, stdout: 'said\n' })
    expect(gatehouse.read('a.txt')).toBe('one\nmore\n')
    expect(gatehouse.read('src/c.txt')).toBe('new\n')
    expect(existsSync(gatehouse.file('src/b.txt'))).toBe(false)
    // What it made belongs to the owner of the workspace.
    expect(statSync(gatehouse.file('src/c.txt')).uid).toBe(statSync(gatehouse.work).uid)
    const rows = await gatehouse.journal(result.requestId)
    expect(kinds(rows)).toEqual([
      'decision',
      'staged started',
      'staged ended',
      'decision',
      'asked',
      'answered',
      'running',
      'outcome',
    ])
    expect(rows.at(-1)).toMatchObject({ status: 'done', undo: { kind: 'kept', files: 3 } })
  })

  it('can be undone @whole', async () => {
    const asked = gatehouse.exec('echo more >>a.txt; rm -r src')
    const approval = await gatehouse.held()
    await gatehouse.answer(approval.id, { answer: 'once' })
    const { requestId } = await asked
    await gatehouse.ask('undo.apply', { callId: requestId } as never)
    expect([gatehouse.read('a.txt'), gatehouse.read('src/b.txt')]).toEqual(['one\n', 'two\n'])
  })

  it('a denial throws the changes away, and the model is told @whole', async () => {
    const asked = gatehouse.exec('echo more >>a.txt')
    const approval = await gatehouse.held()
    await gatehouse.answer(approval.id, { answer: 'deny-once', word: 'not there' })
    const result = await asked
    expect(result).toMatchObject({ ok: false, status: 'denied' })
    expect(result.text).toContain('not there')
    expect(result.text).toContain('What it changed there was thrown away')
    expect(gatehouse.read('a.txt')).toBe('one\n')
    expect(kinds(await gatehouse.journal(result.requestId))).toContain('staged discarded')
  })

  it('what changed meanwhile is not written over: it runs again in a copy and is shown again @whole', async () => {
    const asked = gatehouse.exec('echo more >>a.txt')
    const first = await gatehouse.held()
    gatehouse.put({ 'a.txt': 'other\n' })
    const refused = await gatehouse.answer(first.id, { answer: 'once' })
    expect(refused).toMatchObject({ ok: false, error: { code: 'approval.asked-again' } })
    const again = await gatehouse.held()
    expect(again.again).toContain('a.txt changed in the workspace')
    expect(again.rehearsal?.changes[0]?.content).toEqual({
      kind: 'text',
      before: 'other\n',
      after: 'other\nmore\n',
    })
    await gatehouse.answer(again.id, { answer: 'once' })
    await asked
    expect(gatehouse.read('a.txt')).toBe('other\nmore\n')
  })

  it('what changed meanwhile is named file by file, and it runs again on what is there now @whole', async () => {
    const asked = gatehouse.exec('cat a.txt >>src/b.txt; echo more >>a.txt')
    const first = await gatehouse.held()
    expect(first.staged).toEqual({ conflicts: [] })
    gatehouse.put({ 'a.txt': 'other\n', 'src/b.txt': 'mine\n' })
    expect(await gatehouse.ask('approvals.rehearse', { id: first.id, opened: true })).toMatchObject(
      { id: first.id, staged: { conflicts: ['a.txt', 'src/b.txt'] } },
    )
    // The change was made longer ago than the clock of the kernel is coarse.
    await new Promise((next) => setTimeout(next, 50))
    // Pressed twice, it runs once.
    const [fresh, same] = await Promise.all([
      gatehouse.ask('approvals.run-again', { id: first.id }),
      gatehouse.ask('approvals.run-again', { id: first.id }),
    ])
    expect(same.id).toBe(fresh.id)
    expect(fresh.id).not.toBe(first.id)
    expect((await gatehouse.held()).id).toBe(fresh.id)
    expect(fresh).toMatchObject({ staged: { conflicts: [] } })
    expect(fresh.again).toContain('a.txt and 1 more changed in the workspace')
    expect(fresh.rehearsal?.changes.map(({ content }) => content)).toEqual([
      { kind: 'text', before: 'other\n', after: 'other\nmore\n' },
      { kind: 'text', before: 'mine\n', after: 'mine\nother\n' },
    ])
    expect(await gatehouse.answer(first.id, { answer: 'once' })).toMatchObject({ ok: false })
    await gatehouse.answer(fresh.id, { answer: 'once' })
    const { requestId } = await asked
    expect([gatehouse.read('a.txt'), gatehouse.read('src/b.txt')]).toEqual([
      'other\nmore\n',
      'mine\nother\n',
    ])
    const rows = await gatehouse.journal(requestId)
    expect(kinds(rows)).toEqual([
      ...['decision', 'staged started', 'staged ended', 'decision', 'asked'],
      ...['staged discarded', 'decision', 'staged started', 'staged ended', 'answered', 'asked'],
      ...['answered', 'running', 'outcome'],
    ])
    expect(rows.find((row) => row.kind === 'answered')).toMatchObject({
      route: 'replaced',
      surface: 'window',
    })
  })

  it('a call that did not run in a copy is not run again @whole', async () => {
    const asked = gatehouse.exec('curl -s http://example.com/ && echo x >z.txt')
    const { id } = await gatehouse.held()
    await expect(gatehouse.ask('approvals.run-again', { id })).rejects.toThrow('not-staged')
    await gatehouse.answer(id, { answer: 'deny-once' })
    await asked
  })

  it('waits over a restart, and is written then @whole', async () => {
    void gatehouse.exec('echo more >>a.txt').catch(() => {})
    const before = await gatehouse.held()
    await gatehouse.restart()
    const after = await gatehouse.held()
    expect(after).toMatchObject({ id: before.id, staged: { conflicts: [] } })
    expect(after.rehearsal).toEqual(before.rehearsal)
    expect(await gatehouse.answer(before.id, { answer: 'once' })).toMatchObject({ ok: true })
    await expect.poll(() => gatehouse.read('a.txt')).toBe('one\nmore\n')
  })

  it('a command that asks for a host is held as it is, with nothing written @whole', async () => {
    const asked = gatehouse.exec('curl -s http://example.com/ || echo no; echo x >z.txt')
    const approval = await gatehouse.held()
    expect(approval.staged).toBeNull()
    expect(approval.decision.tier).not.toBe('R1')
    expect(approval.untried).toBe(
      'What it does could not be shown first: it asked for example.com.',
    )
    expect(existsSync(gatehouse.file('z.txt'))).toBe(false)
    await gatehouse.answer(approval.id, { answer: 'deny-once' })
    const rows = await gatehouse.journal((await asked).requestId)
    expect(rows.find((row) => row.kind === 'staged' && row.change === 'discarded')).toMatchObject({
      hosts: [{ host: 'example.com' }],
    })
  })
})

describe('what a card of edits offers', () => {
  beforeEach(async () => {
    gatehouse = await openStagingFixture('preset: ask\n')
    gatehouse.put({ 'src/a.txt': 'one\n' })
  })
  const edit = (): Promise<unknown> =>
    gatehouse.ask('tools.run', {
      tool: 'edit_file',
      args: { path: 'src/a.txt', old_text: 'one', new_text: 'one' },
      wait: true,
    } as never)

  it('is called edits, whichever tool makes them, and counts those of commands too @whole', async () => {
    const asked = gatehouse.exec('echo two >>src/a.txt')
    const first = await gatehouse.held()
    expect(first.proposals.map(({ text }) => text)).toEqual([
      ...['edits of src/a.txt', 'edits in src/', 'edits anywhere in the workspace'],
    ])
    await gatehouse.answer(first.id, { answer: 'once' })
    await asked
    const edited = edit()
    const { id, proposals } = await gatehouse.held()
    expect(proposals.map(({ text }) => text)).toEqual(first.proposals.map(({ text }) => text))
    const { calls, scopes } = await gatehouse.ask('approvals.scopes', { id })
    expect([calls, scopes.map(({ allowed }) => allowed)]).toEqual([2, [1, 1, 1]])
    await gatehouse.answer(id, { answer: 'scope', choice: { proposal: 1, lasts: 'until-revoked' } })
    await edited
    expect(await gatehouse.exec('echo three >>src/a.txt')).toMatchObject({ route: 'lease' })
  })

  it('can all be taken, however many paths there are, and the journal names them once @whole', async () => {
    const asked = gatehouse.exec('for n in $(seq 120); do mkdir -p d$n; echo x >d$n/f; done')
    const { id, proposals } = await gatehouse.held()
    expect(proposals.length).toBeGreaterThan(0)
    const allowing = [...proposals.keys()].filter((at) => proposals[at]?.allows === true)
    const taken = allowing.map((proposal) => {
      const choice = { proposal, lasts: 'until-revoked' } as const
      return gatehouse.ask('approvals.preview', { id, answer: 'scope', choice })
    })
    expect(await Promise.all(taken)).toHaveLength(allowing.length)
    await gatehouse.answer(id, { answer: 'scope', choice: { proposal: 0, lasts: 'hour' } })
    const rows = await gatehouse.journal((await asked).requestId)
    const naming = rows.filter((row) => JSON.stringify(row).includes('/d99/f'))
    expect(kinds(naming)).toEqual(['decision'])
    const end = rows.find((row) => row.kind === 'outcome')
    expect([end?.touched.length, end?.touchedMore]).toEqual([64, 240 - 64])
  })
})

it('what is moved out of a workspace directly in /tmp is named to the agent and to the person @whole', async () => {
  gatehouse = await openStagingFixture('preset: ask\n', 'user', 'directly')
  gatehouse.put({ 'a.txt': 'one\n' })
  const asked = gatehouse.exec('mv a.txt ../b')
  const { id, rehearsal } = await gatehouse.held()
  const says = `${LEFT_SAYS}: /tmp/b`
  expect(rehearsal?.stderr).toContain(says)
  expect(rehearsal?.changes).toMatchObject([{ kind: 'deleted', path: 'a.txt' }])
  await gatehouse.answer(id, { answer: 'once' })
  expect((await asked).text).toContain(says)
})

describe.runIf(process.getuid?.() === 0)(
  'over a workspace of which there is no layer and no copy (needs root)',
  () => {
    it('a command needs approval before it runs, and agent and person are told why and how to fix it @whole', async () => {
      gatehouse = await openStagingFixture('preset: ask\n', 'root')
      gatehouse.put({ 'a.txt': 'one\n' })
      mkdirSync(gatehouse.file('many'))
      for (let n = 0; n < 5_100; n += 1) writeFileSync(gatehouse.file(`many/${n}`), '')
      expect((await gatehouse.ask('app.state', {})).untried).toBeNull()
      const asked = gatehouse.exec('echo more >>a.txt')
      const approval = await gatehouse.held()
      const why = 'the kernel gives no overlay over this workspace'
      expect(approval.staged).toBeNull()
      expect(approval.untried).toContain(`Not tried in a copy first: ${why}`)
      expect(approval.untried).toContain('choose a smaller workspace')
      await gatehouse.answer(approval.id, { answer: 'deny-once' })
      await asked
      expect((await gatehouse.ask('app.state', {})).untried?.text).toContain(why)
      const { checks } = await gatehouse.ask('doctor.report', {})
      expect(checks.find(({ id }) => id === 'staging')).toMatchObject({
        state: 'warn',
        text: expect.stringContaining(why) as string,
      })
    })
  },
)

describe('in Flow', () => {
  beforeEach(async () => {
    gatehouse = await openStagingFixture('preset: flow\n')
    gatehouse.put({
      'a.txt': 'one\n',
      '.git/config': '[core]\n',
      '.git/HEAD': 'ref: refs/heads/main\n',
    })
    symlinkSync('a.txt', gatehouse.file('.envrc'))
  })

  it('contained changes are written without approval, with undo', async () => {
    const result = await gatehouse.exec('echo more >>a.txt; exit 3')
    expect(result).toMatchObject({ status: 'done', exitCode: 3, route: 'policy' })
    expect(result.decision).toMatchObject({ effect: 'allow', tier: 'R2' })
    expect(gatehouse.read('a.txt')).toBe('one\nmore\n')
    await gatehouse.ask('undo.apply', { callId: result.requestId } as never)
    expect(gatehouse.read('a.txt')).toBe('one\n')
  })

  it('a commit of Git is written without approval, and npm does not ask its registry @whole', async () => {
    execFileSync('git', ['init', '-q'], { cwd: gatehouse.file('.') })
    gatehouse.put({ 'package.json': '{"scripts":{"test":"cat a.txt"}}' })
    const line =
      'git add -A && git -c user.name=a -c user.email=a@b.c commit -qm "Two words" && git status'
    expect(await gatehouse.exec(line)).toMatchObject({
      status: 'done',
      exitCode: 0,
      route: 'policy',
    })
    expect(await gatehouse.exec('npm test --silent')).toMatchObject({
      status: 'done',
      exitCode: 0,
      route: 'policy',
      stdout: 'one\n',
      decision: { tier: 'R1' },
    })
  })

  it.each([
    ['a guarded path', 'echo x >>.git/config', 'R3'],
    ['a hook', 'mkdir -p .git/hooks; echo x >.git/hooks/pre-commit', 'R3'],
    [
      'a guarded name that is a link to a name that is not',
      'rm .envrc; echo "echo hi" >.envrc',
      'R3',
    ],
    ['a folder that Git would take for a repository', 'mkdir x; echo y >x/HEAD', 'R3'],
  ])('%s is asked about @whole', async (_, command, tier) => {
    const asked = gatehouse.exec(command)
    const approval = await gatehouse.held()
    expect(approval.decision.tier).toBe(tier)
    expect(approval.staged).not.toBeNull()
    await gatehouse.answer(approval.id, { answer: 'deny-once' })
    expect(await asked).toMatchObject({ status: 'denied' })
  })

  it('what takes a link away is judged by the link, and not by where it leads @whole', async () => {
    symlinkSync('/etc/passwd', gatehouse.file('link'))
    gatehouse.put({ 'lib/a.ts': 'a' })
    const result = await gatehouse.exec('rm link; ln -s nowhere link; rm lib/a.ts; mkdir lib/a.ts')
    expect(result).toMatchObject({ status: 'done', route: 'policy' })
    const paths = result.decision?.touches.map((touch) => 'path' in touch && touch.path)
    expect(paths).toEqual([gatehouse.file('lib/a.ts'), gatehouse.file('link')])
  })

  it('a tree that goes is asked about, and one that only moves is not @whole', async () => {
    gatehouse.put({ 'lib/a.ts': 'a', 'lib/b.ts': 'b' })
    expect(await gatehouse.exec('mv lib other')).toMatchObject({ status: 'done' })
    const asked = gatehouse.exec('rm -rf other')
    const approval = await gatehouse.held()
    expect(approval.decision.tier).toBe('R3')
    await gatehouse.answer(approval.id, { answer: 'deny-once' })
    await asked
    expect(gatehouse.read('other/a.ts')).toBe('a')
  })
})
