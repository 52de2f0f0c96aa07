// What a command loads of the table of channels.
import { expect, it } from 'vitest'
import { ipc } from '../../contract/ipc/ipc.ts'
import type { IpcChannel } from '../../contract/ipc/ipc.ts'
import { channelRow } from '../../main/host/channel-rows.ts'

it('finds for every channel the row that the whole table has', async () => {
  const channels = Object.keys(ipc) as IpcChannel[]
  const found = await Promise.all(channels.map(channelRow))
  expect(channels.filter((channel, at) => found[at] !== ipc[channel])).toEqual([])
})
