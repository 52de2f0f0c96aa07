import { describe, expect, it } from 'vitest'
import { Services } from '../../../contract/policy/config/services.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { todoist } from '../../../tools/todoist.ts'
import { runTool, saidBy } from '../../fakes/services/run-tool.ts'
import { fakeTodoist, TODOIST_TOKEN } from '../../fakes/services/todoist.ts'
import { sharedRules } from './shared-rules.ts'

const credentials = {
  'todoist-token': { header: 'authorization', value: `Bearer ${TODOIST_TOKEN}` },
}
const start = async () => {
  const service = await fakeTodoist()
  const tool = todoist(Services.parse({ todoist: { url: service.url } })) as unknown as AnyTool
  const run = (args: Record<string, unknown>) =>
    runTool(tool, args, { hosts: service.hosts, credentials })
  return { tool, service, credentials, run }
}

sharedRules('todoist', start, {
  reading: { action: 'list_tasks' },
  changing: { action: 'create_task', content: 'Buy bread' },
  refused: [
    ['a path as an id', { action: 'get_task', task_id: '../projects' }],
    ['a query in an id', { action: 'get_task', task_id: 't1?x=' }],
    ['a line break in a task', { action: 'create_task', content: 'a\nb' }],
    ['a task too long', { action: 'create_task', content: 'x'.repeat(501) }],
    ['a priority beyond four', { action: 'create_task', content: 'a', priority: 5 }],
    ['a priority as text', { action: 'create_task', content: 'a', priority: '4' }],
    ['no task', { action: 'complete_task' }],
    ['two ways to choose', { action: 'list_tasks', project_id: 'p1', filter: 'today' }],
    ['a comment for a list', { action: 'list_tasks', comment_content: 'x' }],
  ],
})

describe('todoist', () => {
  it('gives a list a page at a time', async () => {
    const { run } = await start()
    const first = saidBy(await run({ action: 'list_tasks' }))
    expect(first).toContain('Task 1 (id t1, due today, priority 4)')
    expect(first).toContain('call again with cursor c50')
    const last = saidBy(await run({ action: 'list_tasks', cursor: 'c50' }))
    expect(last).toContain('Task 70')
    expect(last).not.toContain('call again')
  })

  it.each<[Record<string, unknown>, string]>([
    [{ action: 'list_tasks', filter: 'p1' }, 'Task 1'],
    [{ action: 'get_task', task_id: 't2' }, 'Task 2 (id t2, labels home, soon)'],
    [{ action: 'list_projects' }, 'Work (id p1)'],
    [{ action: 'list_comments', task_id: 't1' }, 'None on this page.'],
    [{ action: 'add_comment', task_id: 't1', comment_content: 'Soon' }, 'Soon (id k1, 2026-11-23)'],
    [{ action: 'create_task', content: 'Bread', priority: 4 }, 'Bread (id t71, priority 4)'],
    [{ action: 'update_task', task_id: 't3', content: 'Other' }, 'Other (id t3)'],
    [{ action: 'complete_task', task_id: 't3' }, 'Completed.'],
    [{ action: 'delete_task', task_id: 't3' }, 'Deleted.'],
    [{ action: 'get_task', task_id: 'nope' }, 'service.not-found'],
    [{ action: 'create_task', content: 'a', due_string: 'never ever' }, 'Date is invalid'],
  ])('%j', async (args, text) => {
    const { run } = await start()
    expect(saidBy(await run(args))).toContain(text)
  })

  it('says which file is with a comment, and that a task is completed', async () => {
    const { run, service } = await start()
    await run({ action: 'add_comment', task_id: 't1', comment_content: 'See' })
    service.spoil((reply) => ({
      ...reply,
      json: {
        results: [
          { id: 'k1', content: 'See', item_id: 't1', file_attachment: { file_name: 'plan.pdf' } },
          { id: 't1', content: 'Done', checked: true },
        ],
        next_cursor: null,
      },
    }))
    expect(saidBy(await run({ action: 'list_comments', task_id: 't1' }))).toBe(
      'See (id k1, with the file plan.pdf)\nDone (id t1, completed)',
    )
  })

  it.each([
    ['nothing', { status: 204 }],
    ['null', { status: 200, json: null }],
  ])('accepts %s as the answer to a change', async (_what, reply) => {
    const { run, service } = await start()
    service.spoil(() => reply)
    expect(saidBy(await run({ action: 'complete_task', task_id: 't1' }))).toBe('Completed.')
  })

  it('says on the card which task, and what it would be', async () => {
    const { tool } = await start()
    expect(
      tool.facts?.(tool.input.parse({ action: 'create_task', content: 'Bread', priority: 4 }), {
        now: 0,
        touches: [],
      }),
    ).toEqual({
      kind: 'record',
      verb: 'Create',
      target: 'a task in Todoist',
      fields: [
        { name: 'Task', text: 'Bread' },
        { name: 'Priority (4 is urgent)', text: '4' },
      ],
    })
  })
})
