// Tells a person who looks elsewhere that calls are held, those of a short while together. A single
// one can be denied there; approved only where the person wants that and the notification shows the
// whole call. Everything else opens its card.
import { letGo } from '../../../../contract/let-go.ts'
import { Notification } from 'electron'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { digestText, openDigest } from '../../../../contract/approval/held-digest.ts'
import { oneClickText } from '../../../../contract/approval/one-click.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import type { App } from '../../app.ts'
import type { Held } from '../held.ts'
import { APPROVALS } from '../origin.ts'
import type { Settings } from '../settings.ts'
import type { PanelWindow } from '../window.ts'
import type { ApprovalWindow } from '../windows/approval-window.ts'

/** Windows shows more and more of them as a pile; past this many the tray says it all. */
const AT_ONCE = 5
/** A press so soon was meant for what was there before: it opens the card instead of approving. */
const FIRST_MS = 1_000

const BUTTONS = { deny: 'Deny', approve: 'Approve', open: 'Open' } as const
type Action = keyof typeof BUTTONS

export function notifyHeld(parts: {
  readonly app: App
  readonly window: PanelWindow
  readonly held: Held
  readonly settings: Settings
  readonly approval: Pick<ApprovalWindow, 'contents'>
}): void {
  const { app, window, held, settings, approval } = parts
  // Kept here: one that is garbage collected no longer hears its click. Each with the calls it told
  // of that still wait.
  const shown = new Map<Notification, Set<ApprovalId>>()
  // Whole, as they came: what a notification may show of them is decided when it is made.
  const open = new Map<ApprovalId, Approval>()
  const wholeText = (id: ApprovalId): string | null => {
    const call = open.get(id)
    return call !== undefined && settings.current().approveFromNotification
      ? oneClickText(call)
      : null
  }
  const digest = openDigest({
    // The small window tells of it already.
    inFront: () => window.isFocused() || approval.contents().length > 0,
    now: Date.now,
    after: (ms, act) => setTimeout(act, ms).unref(),
    show(calls) {
      if (shown.size >= AT_ONCE || !Notification.isSupported()) return
      const [worst] = calls
      const whole = calls.length === 1 ? wholeText(worst.id) : null
      const actions: readonly Action[] =
        calls.length > 1 ? ['open'] : whole === null ? ['deny', 'open'] : ['deny', 'approve']
      const text = digestText(calls, settings.workspace())
      const notification = new Notification({
        title: text.title,
        body: whole === null ? text.body : `${text.body} ${whole}`,
        actions: actions.map((action) => ({ type: 'button', text: BUTTONS[action] })),
        timeoutType: 'never',
      })
      const shownAt = performance.now()
      const show = (): void => window.open(`${APPROVALS}/${worst.id}`)
      const answer = (said: 'once' | 'deny-once'): void =>
        letGo(
          app
            .call('approvals.answer', { id: worst.id, answer: said }, { surface: 'window' })
            // What changed meanwhile is asked again: that is for the person to see.
            .then((taken) => (taken.ok || said === 'deny-once' ? undefined : show())),
        )
      notification.on('click', () => {
        show()
        notification.close()
      })
      notification.on('action', ({ actionIndex }) => {
        const action = actions[actionIndex]
        if (action === 'deny') answer('deny-once')
        else if (action === 'approve' && performance.now() - shownAt >= FIRST_MS) answer('once')
        else if (action !== undefined) show()
        notification.close()
      })
      notification.on('close', () => shown.delete(notification))
      shown.set(notification, new Set(calls.map(({ id }) => id)))
      notification.show()
    },
  })
  held.onOpened((call) => {
    open.set(call.id, call)
    digest.opened(call)
  })
  held.onClosed((id) => {
    open.delete(id)
    digest.closed(id)
    for (const [notification, calls] of shown) {
      calls.delete(id)
      if (calls.size === 0) notification.close()
    }
  })
}
