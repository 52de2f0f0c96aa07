// A text of an agent comes with its name, cleaned, in bounds over all agents, and only where somebody
// can see it.
import { describe, expect, it } from 'vitest'
import { notificationTitle } from '../../contract/record/notification.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { openNotifier } from '../../main/records/notifier.ts'

function notifierFixture() {
  const sent: PanelEvent[] = []
  const context = { open: true, at: 0 }
  const notifier = openNotifier({
    screens: { send: (event) => void sent.push(event), received: () => context.open },
    clean: async (text) => text.replaceAll('\u202E', ''),
    now: () => 1,
    monotonic: () => context.at,
  })
  const power = notifier.power({
    permitted: [{ kind: 'notification' }],
    by: { kind: 'agent', name: 'Gatehouse\nUpdate' },
  })
  const text = { title: 'Log\nin', message: ' Now\u202E! ', subtitle: '', sound: false }
  return { sent, context, notifier, power, text }
}

describe('a notification of an agent', () => {
  it('has the name of the agent before its own words, each in one line', async () => {
    const { sent, power, text } = notifierFixture()
    expect(await power.notify(text)).toEqual({ ok: true, value: { shown: 1 } })
    const [event] = sent
    expect(event).toEqual({
      kind: 'notification',
      notification: {
        id: 1,
        by: 'agent Gatehouse Update',
        title: 'Log in',
        message: 'Now!',
        subtitle: '',
        sound: false,
        at: 1,
      },
    })
    if (event?.kind !== 'notification') throw new Error('There is no notification.')
    expect(notificationTitle(event.notification)).toBe('From agent Gatehouse Update: Log in')
  })

  it('is refused past ten a minute, and where nobody would see it', async () => {
    const { context, power, text } = notifierFixture()
    for (let times = 0; times < 10; times += 1) expect((await power.notify(text)).ok).toBe(true)
    expect(await power.notify(text)).toMatchObject({ error: { code: 'notification.too-many' } })
    context.at = 60_000
    expect((await power.notify(text)).ok).toBe(true)
    context.open = false
    expect(await power.notify(text)).toMatchObject({ error: { code: 'notification.nobody' } })
  })

  it('is not shown by a call that was permitted something else', async () => {
    const { notifier, text, sent } = notifierFixture()
    const power = notifier.power({ permitted: [], by: { kind: 'agent', name: 'main' } })
    expect(await power.notify(text)).toMatchObject({
      error: { code: 'notification.outside-permit' },
    })
    expect(sent).toEqual([])
  })
})
