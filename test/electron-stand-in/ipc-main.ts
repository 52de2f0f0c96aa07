// ipcMain: handlers by channel, called with an event that names the sending frame.
export type WebFrame = {
  readonly origin: string
  readonly url: string
  readonly parent: WebFrame | null
}
export type InvokeEvent = {
  readonly sender: object
  readonly senderFrame: WebFrame | null
  readonly frameId: number
  readonly processId: number
}
type Handler = (event: InvokeEvent, ...args: unknown[]) => unknown

const handlers = new Map<string, Handler>()

export const ipcMain = {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
  removeHandler: (channel: string): void => void handlers.delete(channel),
}

/** What `ipcRenderer.invoke` gets back; rejects where no handler is, or the handler throws. */
export async function answerInvoke(
  channel: string,
  event: InvokeEvent,
  args: readonly unknown[],
): Promise<unknown> {
  const handler = handlers.get(channel)
  if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
  return handler(event, ...args)
}
