// Runs in the project `electron` only: what a server asks reaches a person who looks elsewhere.
import { join } from 'node:path'
import { expect, test } from './harness/test.ts'

const program = join(import.meta.dirname, '../fakes/mcp/honest/v1-server.ts')
const folder = join(import.meta.dirname, '../..')
test.use({
  config: `servers:
  forge: { transport: stdio, command: ${process.execPath}, args: [${program}], folders: [{ path: ${folder} }], trust: local, asks: ask }
rules:
  - { id: free, when: { tools: [forge__ask] }, effect: allow, reason: tried }
`,
})

test('notifies one who looks away that a server asks, and a click shows the question @whole', async ({
  gatehouse,
}) => {
  const { desktop } = gatehouse
  test.skip(desktop === null, 'a real desktop shows a test no notifications')
  if (desktop === null) return
  const review = await gatehouse.call('servers.review', { name: 'forge' })
  if (!review.ok) throw new Error(review.error.text)
  const { items, digest } = review.value
  const refs = items.map(({ what, name }) => ({ what, name }))
  expect(
    await gatehouse.call('servers.accept', { name: 'forge', items: refs, digest }),
  ).toMatchObject({
    ok: true,
  })
  desktop.act({ act: 'focus', focused: false })
  await expect.poll(() => desktop.seen().focused).toBe(false)
  expect(await gatehouse.call('runs.start', { text: 'forge__ask {}' })).toMatchObject({ ok: true })
  await expect
    .poll(() => desktop.seen().notifications, { timeout: 120_000 })
    .toEqual([
      {
        id: 1,
        title: 'forge asks you for something',
        body: 'Its call ask waits for you. Open Gatehouse to answer or deny.',
        actions: ['Open'],
        open: true,
      },
    ])
  desktop.act({ act: 'notification-click', id: 1 })
  await expect(gatehouse.page).toHaveURL(/#\/approvals$/)
  await expect(gatehouse.page.getByText('Which?')).toBeVisible()
  const asked = await gatehouse.call('servers.questions', {})
  const id = asked.ok ? (asked.value[0]?.id ?? '') : ''
  await gatehouse.call('servers.answer-question', { id, answer: { kind: 'deny' } })
  await expect.poll(() => desktop.seen().notifications[0]?.open).toBe(false)
})
