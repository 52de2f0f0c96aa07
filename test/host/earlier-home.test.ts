// A home folder of an earlier version, opened by this one: nothing is lost, and work goes on where
// it was left.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JournalFilter } from '../../contract/journal/journal.ts'
import { canonicalJson } from '../../contract/json.ts'
import { bodyOf, hashOf } from '../../main/journal/chain.ts'
import { openEarlierHome, workspace } from './earlier-home.ts'
import type { EarlierHome } from './earlier-home.ts'

const passphrase = 'a horse that is correct'
const server = '/tmp/gatehouse-home-of-today/server/notes'

// The paths in its rows are those of Linux, and a row cannot be changed.
describe.runIf(process.platform === 'linux')('a home folder of an earlier version', () => {
  let home: EarlierHome
  const file = (name: string): string => readFileSync(join(workspace, name), 'utf8')
  const held = () => home.ask('approvals.list', { states: ['pending'], limit: 20 })
  const runCalled = async (title: string) => {
    const run = (await home.ask('runs.list', { limit: 20 })).find((one) => one.title === title)
    if (run === undefined) throw new Error(`no run ${title}`)
    return run
  }
  const callIn = async (title: string) => {
    const { items } = await home.ask('runs.get', { id: (await runCalled(title)).id })
    const call = items.find((item) => item.kind === 'call')
    if (call === undefined) throw new Error(`no call in ${title}`)
    return call
  }
  /** What became of the call of a new run; whatever it asks is approved once. */
  const resultOf = async (text: string, approve: boolean) => {
    const before = (await held()).length
    const { id } = await home.ask('runs.start', { text })
    if (approve) {
      await expect.poll(async () => (await held()).length).toBe(before + 1)
      const [approval] = (await held()).filter(({ runId }) => runId === id)
      if (approval === undefined) throw new Error('nothing held')
      await home.ask('approvals.answer', { id: approval.id, answer: 'once' })
    }
    await expect.poll(async () => (await home.ask('runs.get', { id })).run.state).toBe('idle')
    const { items } = await home.ask('runs.get', { id })
    const call = items.find((item) => item.kind === 'call')
    return call?.state.kind === 'ended' ? call.state.result : null
  }
  const rowsOf = async (kind: string) => {
    const filter = JournalFilter.parse({ kinds: [kind] })
    const { rows } = await home.ask('audit.page', { limit: 50, filter })
    return rows.map(({ entry }) => entry)
  }

  beforeAll(async () => {
    home = await openEarlierHome()
    await home.start()
  }, 600_000)
  afterAll(async () => home.dispose())

  it('keeps its settings, and says which keys have another name now', async () => {
    expect((await home.ask('app.state', {})).appearance).toMatchObject({
      theme: 'dark',
      singleKeyShortcuts: false,
      sidebarCollapsed: true,
    })
    const { problems, warnings, rules } = await home.ask('policy.report', {})
    expect(problems).toEqual([])
    expect(rules.map(({ id }) => id)).toEqual(['no-secrets-folder'])
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ['key.deprecated', 5],
      ['key.deprecated', 6],
    ])
  })

  it('has a journal that verifies, read by the present names', async () => {
    expect(await home.ask('audit.verify', {})).toMatchObject({ kind: 'intact' })
    expect(await rowsOf('emergency-stop')).toEqual([
      { kind: 'emergency-stop', change: 'resumed', surface: 'window', stepUp: 'passphrase' },
      { kind: 'emergency-stop', change: 'stopped', surface: 'window' },
    ])
    expect((await rowsOf('step-up')).map((entry) => 'change' in entry && entry.change)).toEqual([
      'failed',
      'passphrase-set',
    ])
    // A page ends when its time is up.
    const found = async (query: string, before?: number): Promise<number[]> => {
      const from = before === undefined ? {} : { before }
      const { rows, next } = await home.ask('audit.search', { query, limit: 50, ...from })
      return [...rows.map(({ seq }) => seq), ...(next === null ? [] : await found(query, next))]
    }
    expect(await found('by:emergency-stop')).toHaveLength(1)
    expect(await found('by:panic')).toEqual(await found('by:emergency-stop'))
    expect(await found('kind:panic,presence')).toEqual(await found('kind:emergency-stop,step-up'))
    expect(await found('route:panic')).toHaveLength(1)
    for (const { query } of await home.ask('audit.views', {}))
      expect(await home.ask('audit.search', { query, limit: 50 })).toMatchObject({})
  })

  it('exports every row as it was written, so that the chain can be checked from it', async () => {
    const { text } = await home.ask('audit.export', { format: 'jsonl', query: '' })
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.length).toBeGreaterThan(40)
    expect(text).toContain('"kind":"panic"')
    for (const { seq, at, entry, prev, hash } of rows)
      expect([seq, hashOf(prev, bodyOf(seq, at, canonicalJson(entry)))]).toEqual([seq, hash])
    // A receipt has both: what a program reads, and what the hash is of.
    const denied = rows.find(({ entry }) => entry.decision?.by.kind === 'panic')
    const receipt = await home.ask('audit.call', { callId: denied.entry.callId })
    expect(receipt.rows[0]).toMatchObject({
      entry: { decision: { by: { kind: 'emergency-stop' } } },
      written: denied.entry,
    })
  })

  it('shows what was stopped under the present name', async () => {
    const call = await callIn('write first.txt: never written')
    expect(call.state).toMatchObject({ kind: 'ended', result: { route: 'emergency-stop' } })
    const { callId } = call
    const ended = await home.ask('approvals.list', { states: ['denied', 'cancelled'], limit: 5 })
    expect(ended.find((one) => one.callId === callId)?.route).toBe('emergency-stop')
  })

  it('undoes what an earlier version stored', async () => {
    expect(file('kept.txt')).toBe('second text')
    const { callId } = await callIn('write kept.txt: second text')
    await home.ask('undo.apply', { callId, force: [] })
    expect(file('kept.txt')).toBe('first text')
  })

  it('lets its lease apply', async () => {
    const result = await resultOf('write kept.txt: third text', false)
    expect(result).toMatchObject({ ok: true, route: 'lease' })
    expect(file('kept.txt')).toBe('third text')
    expect(await home.ask('leases.list', { all: false })).toMatchObject([{ uses: 2 }])
  })

  it('answers the call that was held', async () => {
    const [approval, ...others] = await held()
    expect([approval?.tool, others]).toEqual(['write_file', []])
    if (approval === undefined || approval.runId === null) throw new Error('nothing held')
    // The standard presets of this version are worded otherwise, so the policy is another one: the
    // call is shown again, as it is decided now, and approved then.
    await expect(home.ask('approvals.answer', { id: approval.id, answer: 'once' })).rejects.toThrow(
      'approval.asked-again',
    )
    const [shownAgain] = await held()
    if (shownAgain === undefined) throw new Error('not shown again')
    await home.ask('approvals.answer', { id: shownAgain.id, answer: 'once' })
    await home.ask('runs.resume', { id: approval.runId })
    const runId = approval.runId
    await expect
      .poll(async () => (await home.ask('runs.get', { id: runId })).run.state)
      .toBe('idle')
    expect(file('waiting.txt')).toBe('approved after the move')
  })

  it('holds its server to what was reviewed, and knows what that one was seen to do', async () => {
    await expect
      .poll(async () => (await home.ask('servers.list', {}))[0]?.state)
      .toEqual({ kind: 'ready' })
    expect((await home.ask('servers.list', {}))[0]).toMatchObject({
      name: 'notes',
      open: 1,
      closed: 0,
      review: { fresh: 0, changed: 0, gone: 0, refused: 0 },
      access: { calls: 1, observed: { programs: expect.arrayContaining([server]) } },
    })
    expect(await resultOf('notes__list_notes {}', true)).toMatchObject({
      ok: true,
      text: expect.stringContaining('no notes yet'),
    })
  })

  it('opens its credential store', async () => {
    await home.ask('secrets.unlock', {})
    expect((await home.ask('secrets.list', {})).map(({ name }) => name)).toEqual(['tickets'])
    // Anyone who knows the value can hide it.
    writeFileSync(join(workspace, 'leak.txt'), 'it is Zq8-stored-credential-77\n')
    const args = { path: 'leak.txt' }
    // Its preset is Careful, which asks before anything but reading files.
    const { ok, text } = await home.ask('tools.run', { tool: 'read_file', args, wait: true }, 'cli')
    expect([ok, text.includes('Zq8-stored')]).toEqual([true, false])
    expect(text).toContain('[secret: known-secret]')
  })

  it('takes its passphrase as a proof, and knows its client', async () => {
    expect(await home.ask('step-up.state', {})).toMatchObject({ passphrase: true, totp: false })
    await home.ask('emergency-stop.stop', {})
    const resume = (given: string) =>
      home.ask('emergency-stop.resume', {
        confirmed: true,
        proof: { kind: 'passphrase', passphrase: given },
      })
    await expect(resume('another one')).rejects.toThrow('step-up.wrong')
    await resume(passphrase)
    expect((await home.ask('clients.list', {})).clients.map(({ name }) => name)).toEqual(['editor'])
  })

  it('is the same after another start @whole', async () => {
    // How many there are depends on which of the tests above ran.
    const before = await rowsOf('emergency-stop')
    await home.stop()
    await home.start()
    expect(await home.ask('audit.verify', {})).toMatchObject({ kind: 'intact' })
    expect(before.length).toBeGreaterThanOrEqual(2)
    expect(await rowsOf('emergency-stop')).toEqual(before)
  })
})
