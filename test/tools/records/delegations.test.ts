// Delegations with the real table: a task is overdue when its last day is over here.
import { describe, expect, it } from 'vitest'
import { ownZone } from '../../../contract/schedule/job-sentence.ts'
import { endOfDay } from '../../../contract/schedule/local-moment.ts'
import { dayAt } from '../../schedule/day-at.ts'
import { NOON, recordsFixture } from './fixture.ts'

const today = dayAt(NOON, ownZone())

describe('delegations', () => {
  it('are listed by person and status, those due soonest first', async () => {
    const { run } = await recordsFixture()
    await run('create_delegation', { task: 'Later', delegated_to: 'Ada', due_date: '2027-01-02' })
    await run('create_delegation', { task: 'Sooner', delegated_to: 'ada', due_date: '2027-01-01' })
    await run('create_delegation', { task: 'Other', delegated_to: 'Grace', priority: 'critical' })
    expect((await run('list_delegations')).text.match(/Sooner|Later|Other/g)).toEqual([
      'Sooner',
      'Later',
      'Other',
    ])
    expect((await run('list_delegations', { delegated_to: 'ADA' })).text).not.toContain('Other')
    await run('update_delegation', { delegation_id: 3, status: 'done' })
    expect((await run('list_delegations', { status: 'done' })).text).toBe(
      '[3] Other (done)\nDelegated to: Grace\nPriority: critical\nKept by: main',
    )
  })

  it('are overdue from the end of their last day on, until they are done', async () => {
    const { run, context } = await recordsFixture()
    await run('create_delegation', { task: 'Ask', delegated_to: 'Ada', due_date: today })
    const end = endOfDay(today, ownZone())
    context.now = end - 1
    expect((await run('check_overdue_delegations')).text).toBe('Nothing is overdue.')
    context.now = end
    expect((await run('check_overdue_delegations')).text).toContain('[1] Ask (open)')
    await run('update_delegation', { delegation_id: 1, status: 'in_progress', notes: 'Asked.' })
    expect((await run('check_overdue_delegations')).text).toContain('Notes:')
    await run('update_delegation', { delegation_id: 1, status: 'done' })
    expect((await run('check_overdue_delegations')).text).toBe('Nothing is overdue.')
    expect((await run('delete_delegation', { delegation_id: 1 })).text).toBe(
      'Deleted the delegation 1, Ask.',
    )
  })
})
