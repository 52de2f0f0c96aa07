// What one request takes is run before one is waited for, over a socket in memory.
import { expect, it } from 'vitest'
import { warmUpRequests } from '../../main/egress/warm-up.ts'

const sockets = (): number =>
  process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length

it('opens no connection, and ends when the app does', async () => {
  const before = sockets()
  let [asked, most] = [0, 0]
  await warmUpRequests(() => {
    asked += 1
    most = Math.max(most, sockets())
    return asked > 2
  })
  expect([asked, most]).toEqual([3, before])
})
