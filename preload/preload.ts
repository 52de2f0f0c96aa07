// The bridge between the page and main in Electron. Two verbs and no logic; the page gets neither
// ipcRenderer nor the event object of a message. Nothing thrown crosses: every answer is a result.
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { type Failure, failure } from '../contract/failure.ts'
import { err, type Result } from '../contract/result.ts'
import { CALL, EVENT, type ExposedBridge } from '../contract/ipc/wire.ts'
import { isChannel } from './channels.ts'

const exposed: ExposedBridge = {
  async call(channel, input) {
    if (!isChannel(channel))
      return err(failure('ipc.unknown-channel', 'There is no channel of that name.'))
    try {
      // Main answers with a result of its own, checked there.
      return (await ipcRenderer.invoke(CALL, channel, input)) as Result<unknown, Failure>
    } catch {
      return err(
        failure(
          'bridge.lost',
          'Gatehouse did not answer.',
          'Try again; if it goes on, restart Gatehouse.',
        ),
      )
    }
  },
  subscribe(listener) {
    const receive = (_event: IpcRendererEvent, message: unknown): void => listener(message)
    ipcRenderer.on(EVENT, receive)
    return () => void ipcRenderer.off(EVENT, receive)
  },
}

contextBridge.exposeInMainWorld('gatehouse', exposed)
