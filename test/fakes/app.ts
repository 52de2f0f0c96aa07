// A small working App: answers from a table given by the test, lets the test send events, remembers
// who called.
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { failure } from '../../contract/failure.ts'
import type { Caller } from '../../contract/ipc/ipc.ts'
import { err, type Result } from '../../contract/result.ts'
import type { Failure } from '../../contract/failure.ts'
import type { App } from '../../main/host/app.ts'

export type FakeApp = App & {
  readonly calls: { readonly channel: string; readonly input: unknown; readonly caller: Caller }[]
  send(event: PanelEvent): void
  listeners(): number
  disposed(): number
}

type Answers = Readonly<
  Record<string, (input: unknown) => Result<unknown, Failure> | Promise<Result<unknown, Failure>>>
>

export function fakeApp(answers: Answers = {}): FakeApp {
  const listeners = new Set<(event: PanelEvent) => void>()
  const calls: { channel: string; input: unknown; caller: Caller }[] = []
  let disposed = 0
  return {
    calls,
    async call(channel, input, caller) {
      calls.push({ channel, input, caller })
      return (
        (await answers[channel]?.(input)) ??
        err(failure('ipc.unknown-channel', `There is no channel named ${channel}.`))
      )
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose: async () => void (disposed += 1),
    send: (event) => listeners.forEach((listener) => listener(event)),
    listeners: () => listeners.size,
    disposed: () => disposed,
  }
}
