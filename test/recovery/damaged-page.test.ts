// A page of the database is damaged while the real app runs: anyone who meets it is told so, every
// other client sees it in the state, and the commands that the hint names work: on the running app,
// and after its end.
// @module-tag whole
import { expect, it, onTestFinished } from 'vitest'
import { openFaultApp } from '../faults/driver/app.ts'
import { damagePages, fillJournal, ROWS } from '../faults/driver/damaged-pages.ts'

it('a page of the database is damaged while the app runs', { timeout: 600_000 }, async () => {
  const app = openFaultApp()
  onTestFinished(() => app.dispose())
  await fillJournal(app)
  const running = await app.start()
  expect((await app.cli('backup')).code).toBe(0)
  const [person, agent] = [await app.person(), await app.agent()]
  const before = await person.call('app.state', {})
  expect(before.ok && before.value.journal.fault).toBe(null)
  damagePages(app)

  // Anyone who reads it is told, with a way out.
  const said: string[] = []
  for (let from = ROWS; from > 0; from -= 100) {
    const page = await person.call('audit.page', { before: from, limit: 100, filter: {} })
    if (!page.ok) said.push(`${page.error.code}: ${page.error.text} ${page.error.hint ?? ''}`)
  }
  expect(said[0]).toMatch(
    /^store\.damaged: The database on the disk is damaged \(.*\)\. Quit Gatehouse and run "gatehouse restore"/,
  )
  // It is in the state of every client from now on, also after a read that succeeds elsewhere.
  expect((await person.call('audit.page', { limit: 10, filter: {} })).ok).toBe(true)
  const after = await person.call('app.state', {})
  expect(after.ok && after.value.journal.fault).toMatch(/database on the disk is damaged/)
  const status = await app.cli('doctor')
  expect([status.code, status.stdout]).toEqual([
    1,
    expect.stringMatching(/Journal .*(?:unreadable|cannot be read).*gatehouse restore/),
  ])
  // An agent is served, or told; never left without an answer.
  const answer = await agent.call('list_dir', { path: '.' })
  expect(JSON.stringify(answer)).toMatch(/damaged|"content"/)

  // The rows that can be read, beside the running app.
  const rows = async (): Promise<{ code: number | null; seqs: number[]; note: string }> => {
    const { code, stdout, stderr } = await app.cli('audit', 'export', '--readable')
    return {
      code,
      seqs: stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { seq: number }).seq),
      note: stderr,
    }
  }
  const readable = await rows()
  expect([
    readable.code,
    readable.seqs[0],
    readable.seqs.length > ROWS * 0.8,
    readable.seqs.length < ROWS,
  ]).toEqual([1, 1, true, true])
  expect(readable.note).toMatch(/rows are readable. Not readable: \d+/)

  // The way that the hint names: refused while the app runs, and a way back after its end.
  const [name = ''] = (await app.cli('restore')).stdout.split(/\s/)
  const early = await app.cli('restore', name)
  expect([early.code, early.stderr]).toEqual([1, expect.stringMatching(/already running|runs/)])
  running.child.kill('SIGTERM')
  await running.ended
  const restored = await app.cli('restore', name)
  expect([restored.code, restored.stdout]).toEqual([
    0,
    expect.stringMatching(/^Restored .*No journal row is lost\./s),
  ])
  expect((await app.cli('audit', 'verify')).code).toBe(0)
  await app.start()
  const mended = await (await app.person()).call('app.state', {})
  expect(mended.ok && mended.value.journal.fault).toBe(null)
})
