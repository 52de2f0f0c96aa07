// A server that was ended for good gets one row of the journal for each reason, however often its
// state is looked at.
import { letGo } from '../../contract/let-go.ts'
import type { RunningServers } from './running-servers.ts'
import type { PinStore } from './trust/pin-store.ts'

/** Gives what to call whenever a server's state may be another. */
export function noteEnds(
  running: Pick<RunningServers, 'get'>,
  pins: Pick<PinStore, 'note'>,
): (name: string) => void {
  /** Why each server that Gatehouse ended was ended, as far as the journal has it. */
  const endedFor = new Map<string, string>()
  return (name) => {
    const state = running.get(name)?.state()
    if (state?.kind === 'starting' || state?.kind === 'ready') endedFor.delete(name)
    if (state?.kind !== 'stopped' || endedFor.get(name) === state.text) return
    endedFor.set(name, state.text)
    letGo(pins.note(name, 'ended', null, state.text.slice(0, 300)))
  }
}
