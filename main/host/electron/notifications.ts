// Tells a person who looks elsewhere that a call is held. Names the tool and who asks, never its arguments: a notification
// can be read on a locked screen. It can deny; approving needs the card, where all of the call can be seen.
import { Notification } from 'electron'
import type { Approval } from '../../../contract/approval.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import type { App } from '../app.ts'
import type { Held } from './held.ts'
import { APPROVALS } from './origin.ts'
import type { PanelWindow } from './window.ts'

/** Windows shows more and more of them as a pile; past this many the tray says it all. */
const AT_ONCE = 5

export function notifyHeld(app: App, window: PanelWindow, held: Held): void {
  // Kept here: one that is garbage collected no longer hears its click.
  const shown = new Map<ApprovalId, Notification>()
  const forget = (id: ApprovalId): void => {
    shown.get(id)?.close()
    shown.delete(id)
  }

  held.onOpened((approval) => {
    if (window.isFocused() || shown.size >= AT_ONCE || !Notification.isSupported()) return
    const notification = new Notification({
      title: `${approval.tool} waits for you`,
      body: `${whoAsks(approval)} asks for ${approval.title}${hostOf(approval)} (${approval.decision.tier}).`,
      actions: [{ type: 'button', text: 'Deny' }],
      timeoutType: 'never',
    })
    notification.on('click', () => {
      window.open(`${APPROVALS}/${approval.id}`)
      forget(approval.id)
    })
    notification.on('action', (details) => {
      if (details.actionIndex === 0) void app.call('approvals.answer', { id: approval.id, answer: 'deny-once' }, { surface: 'window' })
      forget(approval.id)
    })
    notification.on('close', () => shown.delete(approval.id))
    shown.set(approval.id, notification)
    notification.show()
  })
  held.onClosed(forget)
}

const whoAsks = (approval: Approval): string => approval.principal.name.slice(0, 60)

/** Where it would go, by name only: an address can hold a secret, its host cannot. */
function hostOf({ decision }: Approval): string {
  const net = decision.touches.find((touch) => touch.kind === 'net.fetch' || touch.kind === 'net.connect')
  return net !== undefined && 'host' in net ? ` at ${net.host}` : ''
}
