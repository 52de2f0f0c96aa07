// Updates of the fake Gatehouse: begins in any state, and goes on as the real one does.
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import type { UpdateState } from '../../contract/desktop/update.ts'
import { ok } from '../../contract/result.ts'

const offer = {
  version: '0.2.0',
  date: '2026-11-20T10:00:00.000Z',
  notes: 'Added\n- A small window for approvals.\n\nFixed\n- Timers after a wake.',
}

/** Every state that Settings can show. */
export const updateStates: Readonly<Record<UpdateState['kind'], UpdateState>> = {
  elsewhere: {
    kind: 'elsewhere',
    text: 'This Gatehouse runs from its sources. Update it with git pull, then npm ci.',
  },
  off: { kind: 'off' },
  current: { kind: 'current', checkedAt: Date.UTC(2026, 10, 23, 10) },
  checking: { kind: 'checking' },
  available: { kind: 'available', offer },
  downloading: { kind: 'downloading', offer, percent: 40 },
  ready: { kind: 'ready', offer, waiting: false },
  installing: { kind: 'installing', offer },
  failed: {
    kind: 'failed',
    text: 'The update server cannot be reached.',
    hint: 'Check your connection, then try again. Gatehouse itself works without one.',
  },
}

export function fakeUpdates(
  begin: UpdateState['kind'] = 'elsewhere',
  send: (event: PanelEvent) => void,
): TopicHandlers<'updates'> {
  let state = updateStates[begin]
  const become = (next: UpdateState) => {
    state = next
    send({ kind: 'updates-changed', updates: next })
    return ok(next)
  }
  return {
    'updates.state': async () => ok(state),
    'updates.check': async () => become(updateStates.available),
    'updates.download': async () => become(updateStates.ready),
    'updates.install': async ({ wait }) => become({ kind: 'ready', offer, waiting: wait }),
  }
}
