// A run that a person removes: it goes with its other versions, the journal says so first, and
// nothing that still moves goes.
import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { RunId } from '../../contract/ids.ts'
import { err, ok } from '../../contract/result.ts'
import { ask, say, scriptedModel } from '../fakes/scripted-model.ts'
import { openFixture, holds, started, through, until } from './bench.ts'

const idle = (table: ReturnType<typeof openFixture>, id: RunId): Promise<void> =>
  until(() => table.store.get(id)?.state === 'idle')

describe('a run that is removed', () => {
  it('is gone with every run of its session, after the journal said so, and others stay', async () => {
    const table = openFixture(scriptedModel(say('one'), say('two'), say('other')), through)
    const run = await started(table.agent, 'first')
    await idle(table, run.id)
    const branch = await table.agent.branch(run.id, 1, { text: 'otherwise' }, 'window')
    if (!branch.ok) throw new Error(branch.error.text)
    await idle(table, branch.value.id)
    const other = await started(table.agent, 'another')
    await idle(table, other.id)

    expect(await table.agent.remove(branch.value.id)).toEqual(ok([run.id, branch.value.id]))
    expect(
      [run.id, branch.value.id, other.id].map((id) => table.store.get(id)?.title ?? null),
    ).toEqual([null, null, 'another'])
    expect(table.store.items(run.id)).toEqual([])
    expect(
      table.journal.filter((entry) => entry.kind === 'run' && entry.change === 'removed'),
    ).toEqual(
      [run.id, branch.value.id].map((runId) => ({
        kind: 'run',
        change: 'removed',
        runId,
        text: 'Its transcript was removed by the person.',
      })),
    )
    expect(table.events.filter(({ kind }) => kind === 'run-removed')).toEqual(
      [run.id, branch.value.id].map((runId) => ({ kind: 'run-removed', runId })),
    )
    expect(await table.agent.remove(run.id)).toMatchObject({
      ok: false,
      error: { code: 'run.unknown' },
    })
    expect(await table.agent.send(run.id, { text: 'on' }, 'window')).toMatchObject({
      ok: false,
      error: { code: 'run.unknown' },
    })
    await table.agent.dispose()
  })

  it('has to be at rest, and so have its other versions', async () => {
    const table = openFixture(
      scriptedModel(say('one'), ask(['c1', 'write_file', { path: 'a' }]), say('two')),
      holds,
    )
    const run = await started(table.agent, 'first')
    await idle(table, run.id)
    const branch = await table.agent.branch(run.id, 1, { text: 'otherwise' }, 'window')
    if (!branch.ok) throw new Error(branch.error.text)
    await until(() => table.store.get(branch.value.id)?.state === 'waiting')
    for (const id of [run.id, branch.value.id])
      expect(await table.agent.remove(id)).toMatchObject({ ok: false, error: { code: 'run.busy' } })
    expect(table.store.items(run.id).length).toBeGreaterThan(0)
    // What was refused is not held on to.
    await table.agent.stop(branch.value.id)
    expect(await table.agent.remove(run.id)).toMatchObject({ ok: true })
    await table.agent.dispose()
  })

  it('keeps a held call of an earlier process', async () => {
    const first = openFixture(scriptedModel(ask(['c1', 'write_file', { path: 'a' }])), holds)
    const run = await started(first.agent, 'first')
    await until(() => first.store.get(run.id)?.state === 'waiting')
    const second = openFixture(scriptedModel(say('two')), through, {}, first.store)
    await second.agent.recover()
    expect(await second.agent.remove(run.id)).toMatchObject({
      ok: false,
      error: { code: 'run.held' },
    })
    expect(second.store.get(run.id)).not.toBeNull()
    await Promise.all([first.agent.dispose(), second.agent.dispose()])
  })

  it('stays when the journal or the store cannot be written', async () => {
    let broken = false
    const entries = {
      journal: async () => (broken ? err(failure('journal.fault', 'The disk is full.')) : ok(null)),
    }
    const table = openFixture(scriptedModel(say('one')), through, entries)
    const run = await started(table.agent, 'first')
    await idle(table, run.id)
    broken = true
    expect(await table.agent.remove(run.id)).toMatchObject({
      ok: false,
      error: { code: 'journal.fault' },
    })
    broken = false
    const { remove } = table.store
    table.store.remove = () => {
      throw new Error('disk I/O error')
    }
    expect(await table.agent.remove(run.id)).toMatchObject({
      ok: false,
      error: { code: 'agent.store', text: 'The run could not be removed: disk I/O error' },
    })
    expect(table.store.get(run.id)).not.toBeNull()
    table.store.remove = remove
    expect(await table.agent.remove(RunId.parse('run_99999999'))).toMatchObject({
      ok: false,
      error: { code: 'run.unknown' },
    })
    expect(await table.agent.remove(run.id)).toMatchObject({ ok: true })
    await table.agent.dispose()
  })
})
