// Makes one call of the IPC table from inside the page, over the pipeline that the page itself has.
import type { Page } from '@playwright/test'
import type { Failure } from '../../../contract/failure.ts'
import type { Input, IpcChannel, Output } from '../../../contract/ipc/ipc.ts'
import type { Result } from '../../../contract/result.ts'
import { type ExposedBridge, SOCKET } from '../../../contract/ipc/wire.ts'

export async function callFromPage<C extends IpcChannel>(
  page: Page,
  channel: C,
  input: Input<C>,
): Promise<Result<Output<C>, Failure>> {
  // The door has parsed the answer against the row of this very channel.
  return (await page.evaluate(callInPage, { channel, input, path: SOCKET })) as Result<
    Output<C>,
    Failure
  >
}

function callInPage({
  channel,
  input,
  path,
}: {
  channel: string
  input: unknown
  path: string
}): Promise<unknown> {
  const { gatehouse } = window as { gatehouse?: ExposedBridge }
  if (gatehouse !== undefined) return gatehouse.call(channel, input)
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(path)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, channel, input })))
    socket.addEventListener('error', () => reject(new Error('no connection')))
    socket.addEventListener('message', (message: MessageEvent<string>) => {
      const read = JSON.parse(message.data) as { id?: number; result?: unknown }
      if (read.id !== 1) return
      resolve(read.result)
      socket.close()
    })
  })
}
