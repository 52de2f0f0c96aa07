// Asks the person when main wants confirmation or a proof before it loosens anything. One place for
// all screens, so that none can forget it: the call waits while the person is asked, and what they had
// typed on the screen stays.
import { create } from 'zustand'
import { UNCONFIRMED, UNPROVEN } from '../../contract/approval/evidence.ts'
import type { Evidence } from '../../contract/approval/evidence.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Bridge, IpcChannel } from '../../contract/ipc/ipc.ts'
import { err } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'

/** The answer to a call that the person did not confirm. */
export const MOST_RETAINED = 'policy.kept'
export const isRetained = ({ code }: Failure): boolean => code === MOST_RETAINED

type Asked = {
  readonly proves: boolean
  /** A sentence for each thing that becomes looser. */
  readonly relaxations: readonly string[]
  /**
   * Does it with what the person gave. A failure that another try can fix leaves the question
   * open.
   */
  notify(evidence: Evidence): Promise<Failure | null>
  keep(): void
}

/** The first is shown; the others wait. */
export const useAsked = create<{ readonly asked: readonly Asked[] }>()(() => ({ asked: [] }))

const confirming: ReadonlySet<IpcChannel> = new Set([
  'clients.commands',
  'clients.preset',
  'config.update',
  'guard.set',
  'leases.grant',
  'organisation.accept',
  'policy.add-rule',
  'schedules.give',
  'servers.add',
  'servers.change',
  'servers.edit',
  'servers.start',
])
const again = new Set(['step-up.wrong', 'step-up.used', 'step-up.locked', UNPROVEN])
const wants = ({ code }: Failure): boolean => code === UNCONFIRMED || code === UNPROVEN

/** The same bridge, which asks the person where main wants it. */
export function confirmingBridge(bridge: Bridge): Bridge {
  const call = async (channel: IpcChannel, input: object): Promise<Result<unknown, Failure>> => {
    const send = (evidence: Evidence): Promise<Result<unknown, Failure>> =>
      bridge.call(channel, { ...input, ...evidence } as never)
    const first = await bridge.call(channel, input as never)
    return first.ok || !confirming.has(channel) || !wants(first.error)
      ? first
      : ask(first.error, send)
  }
  return {
    ...bridge,
    subscribe: (listener) => bridge.subscribe(listener),
    call: call as Bridge['call'],
  }
}

function ask(
  { code, text }: Failure,
  send: (evidence: Evidence) => Promise<Result<unknown, Failure>>,
): Promise<Result<unknown, Failure>> {
  return new Promise((resolve) => {
    const end = (result: Result<unknown, Failure>): void => {
      useAsked.setState(({ asked }) => ({ asked: asked.filter((one) => one !== confirmation) }))
      resolve(result)
    }
    const confirmation: Asked = {
      proves: code === UNPROVEN,
      relaxations: text.split('\n').slice(1),
      async notify(evidence) {
        const result = await send(evidence)
        if (!result.ok && again.has(result.error.code)) return result.error
        end(result)
        return null
      },
      keep: () => end(err(failure(MOST_RETAINED, 'Nothing was changed.'))),
    }
    useAsked.setState(({ asked }) => ({ asked: [...asked, confirmation] }))
  })
}
