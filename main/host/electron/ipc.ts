// The only file of main that hears the window. One channel for calls, one for events; a message is
// answered only when it comes from the top frame of our own window, showing our own origin.
import type { IpcMain, WebContents } from 'electron'
import { type Failure, failure } from '../../../contract/failure.ts'
import { err, type Result } from '../../../contract/result.ts'
import { CALL, EVENT } from '../../../contract/ipc/wire.ts'
import type { App } from '../app.ts'
import { openBatches } from '../page/event-batches.ts'
import { isOurSender } from './sender.ts'

export type Windows = {
  /** The contents of our windows that are open now. */
  contents(): readonly WebContents[]
}

export function connectWindows(
  app: App,
  windows: Windows,
  ipcMain: Pick<IpcMain, 'handle' | 'removeHandler'>,
): () => void {
  ipcMain.handle(
    CALL,
    async (event, channel: unknown, input: unknown): Promise<Result<unknown, Failure>> => {
      if (!isOurSender(event.senderFrame, event.sender, windows.contents()))
        return err(
          failure('ipc.not-from-here', 'This message does not come from the window of Gatehouse.'),
        )
      if (typeof channel !== 'string')
        return err(failure('ipc.unknown-channel', 'A channel is named by a text.'))
      const answer = await app.call(channel, input, { surface: 'window' })
      batches.flush()
      return answer
    },
  )

  // As text: a long list of events costs more to be taken apart and put together again on its way
  // than to be read.
  const batches = openBatches((message) => {
    for (const contents of windows.contents())
      if (!contents.isDestroyed()) contents.send(EVENT, message)
  })
  const stop = app.subscribe(batches.add)
  return () => {
    stop()
    batches.dispose()
    ipcMain.removeHandler(CALL)
  }
}
