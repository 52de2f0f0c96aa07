// A person who looks elsewhere hears once of each thing that a server asks, in our words.
import { expect, it } from 'vitest'
import { noticeText, openNotices } from '../../contract/server/question-notice.ts'

const asked = (id: string) => ({ id, server: 'forge', tool: 'publish' })

it('notifies of each question once, not while the person looks, and drops those that are over', () => {
  const log: string[] = []
  let inFront = false
  const notices = openNotices({
    inFront: () => inFront,
    show: ({ id }) => void log.push(`show ${id}`),
    drop: (id) => void log.push(`drop ${id}`),
  })
  notices.now([asked('a')])
  notices.now([asked('a'), asked('b')])
  inFront = true
  notices.now([asked('b'), asked('c')])
  inFront = false
  notices.now([asked('b'), asked('c'), asked('d')])
  expect(notices.any()).toBe(true)
  notices.now([])
  expect([notices.any(), log]).toEqual([
    false,
    ['show a', 'show b', 'drop a', 'show d', 'drop b', 'drop c', 'drop d'],
  ])
})

it('says who asks and during which call, and nothing that the server wrote', () => {
  expect(noticeText(asked('a'))).toEqual({
    title: 'forge asks you for something',
    body: 'Its call publish waits for you. Open Gatehouse to answer or deny.',
  })
})
