import type { Proof } from '../../../contract/approval/approval.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import type { StopDone } from '../../../contract/approval/emergency-stop.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type PanicService = {
  /** Holds when it is called, before it resolves. Asks for nothing and never fails. */
  press(surface: Surface): Promise<StopDone>
  lift(
    given: { readonly proof: Proof | undefined; readonly confirmed: boolean },
    surface: Surface,
  ): Promise<Result<null, Failure>>
}

type Topic = 'emergency-stop.stop' | 'emergency-stop.resume'

export const panicHandlers = (panic: PanicService): Pick<Handlers, Topic> => ({
  'emergency-stop.stop': async (_none, { surface }) => ok(await panic.press(surface)),
  'emergency-stop.resume': async ({ proof, confirmed }, { surface }) => {
    const lifted = await panic.lift({ proof, confirmed }, surface)
    return lifted.ok ? ok({}) : lifted
  },
})
