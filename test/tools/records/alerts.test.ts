// Alert rules are really evaluated: over what is kept, over decisions of the journal, over a file.
import { describe, expect, it } from 'vitest'
import { openAlerts } from '../../../main/records/alerts.ts'
import { recordsFixture } from './fixture.ts'

const DAY_MS = 86_400_000

async function alertsFixture() {
  const fixture = await recordsFixture()
  const { records, context } = fixture
  const facts = { denied: 0, mark: 'one' as string | null, since: 0 }
  const alerts = openAlerts({
    records,
    decided: async (effect, since) => {
      facts.since = since
      return effect === 'deny' ? facts.denied : 0
    },
    fileMark: async () => facts.mark,
    now: () => context.now,
  })
  const run = (name: string, args: object = {}) => fixture.run(name, args, { alerts })
  const check = async (): Promise<string> => (await run('check_alerts')).text
  return { ...fixture, run, check, facts }
}

describe('alert rules', () => {
  it('fire while there is more than their limit, and are silent again after it', async () => {
    const { run, check, context } = await alertsFixture()
    await run('create_alert_rule', { name: 'Overdue', alert_type: 'overdue_delegations' })
    await run('create_delegation', { task: 'Ask', delegated_to: 'Ada', due_date: '2026-11-26' })
    expect(await check()).toBe('No alert rule fires.')
    context.now += 2 * DAY_MS
    expect(await check()).toContain('Found: 1 overdue delegations.')
    await run('dismiss_alert', { rule_id: 1 })
    expect(await check()).toBe('No alert rule fires.')
    await run('update_delegation', { delegation_id: 2, status: 'done' })
    expect(await check()).toBe('No alert rule fires.')
    await run('create_delegation', { task: 'Again', delegated_to: 'Ada', due_date: '2026-11-26' })
    expect(await check()).toContain('Overdue')
  })

  it('count denied calls of the journal over their span', async () => {
    const { run, check, facts, context } = await alertsFixture()
    await run('create_alert_rule', {
      name: 'Denials',
      alert_type: 'denied_calls',
      condition: { over: 2, within_hours: 1 },
    })
    facts.denied = 2
    expect(await check()).toBe('No alert rule fires.')
    expect(facts.since).toBe(context.now - 3_600_000)
    facts.denied = 3
    expect(await check()).toContain(
      'Condition: Fires when there are more than 2 denied calls in the last hour.',
    )
  })

  it('see a file change, vanish and come back, each until it is dismissed', async () => {
    const { run, check, facts } = await alertsFixture()
    await run('create_alert_rule', {
      name: 'Watch',
      alert_type: 'file_changed',
      condition: { path: 'a.txt' },
    })
    expect(await check()).toBe('No alert rule fires.')
    for (const mark of ['two', null, 'three']) {
      facts.mark = mark
      expect(await check()).toContain('a.txt changed.')
      expect(await check()).toContain('a.txt changed.')
      await run('dismiss_alert', { rule_id: 1 })
      expect(await check()).toBe('No alert rule fires.')
    }
  })

  it('that are disabled are kept and not evaluated', async () => {
    const { run, check } = await alertsFixture()
    await run('create_decision', { title: 'x' })
    await run('create_alert_rule', {
      name: 'Pending',
      alert_type: 'pending_decisions',
      enabled: false,
    })
    expect(await check()).toBe('No alert rule fires.')
    expect((await run('list_alert_rules')).text).toContain('[2] Pending (disabled)')
    expect((await run('list_alert_rules', { enabled_only: true })).text).toBe(
      'There is no alert rule.',
    )
  })

  it('that find what they found before are no change', async () => {
    const { run, check, records } = await alertsFixture()
    await run('create_alert_rule', { name: 'Pending', alert_type: 'pending_decisions' })
    await check()
    const before = records.get('alert', 1)
    await check()
    expect(records.get('alert', 1)).toEqual(before)
  })

  it.each([
    [{ alert_type: 'file_changed' }],
    [{ alert_type: 'file_changed', condition: { path: 'a', over: 2 } }],
    [{ alert_type: 'pending_decisions', condition: { path: 'a' } }],
    [{ alert_type: 'pending_decisions', condition: { within_hours: 1 } }],
    [{ alert_type: 'denied_calls', condition: { within_hours: 721 } }],
    [{ alert_type: 'denied_calls', condition: 'over > 2' }],
    [{ alert_type: 'run_command' }],
  ])('take no condition like %j', async (args) => {
    const { run } = await alertsFixture()
    await expect(run('create_alert_rule', { name: 'x', ...args })).rejects.toThrow(
      /invalid|too |unrecognized|applies|takes|needs|does not|only/i,
    )
  })
})
