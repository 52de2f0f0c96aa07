// What a command sees of a Gatehouse, running or composed here: the same table of channels, as the
// surface `cli`.
import type { z } from 'zod'
import type { PanelEvent } from '../../../../contract/ipc/event.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { ipc, IpcChannel, Output } from '../../../../contract/ipc/ipc.ts'
import type { Result } from '../../../../contract/result.ts'

export type Session = {
  /**
   * running: another process has the app, with its queue. own: nobody else is there; it ends with
   * this command.
   */
  readonly kind: 'running' | 'own'
  /** `only`: of a list, the name that is looked for in it. Where no Gatehouse runs the rest may be left out then. */
  call<C extends IpcChannel>(
    channel: C,
    input: z.input<(typeof ipc)[C]['input']>,
    only?: string,
  ): Promise<Result<Output<C>, Failure>>
  subscribe(listener: (event: PanelEvent) => void): Promise<Result<void, Failure>>
  close(): Promise<void>
}
