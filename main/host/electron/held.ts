// Which calls are held now, as tray, badge and notifications need it. Follows the events; the truth
// stays in the store.
import { letGo } from '../../../contract/let-go.ts'
import { z } from 'zod'
import { Approval } from '../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import type { App } from '../app.ts'

export type Held = {
  count(): number
  /** Called after every change. */
  onChange(listener: () => void): void
  /** Called for each call that is held from now on. */
  onOpened(listener: (approval: Approval) => void): void
  onClosed(listener: (id: ApprovalId) => void): void
  dispose(): void
}

const Pending = z.array(Approval)

export function followHeld(app: App): Held {
  const held = new Set<ApprovalId>()
  const closed = new Set<ApprovalId>()
  const changed = new Set<() => void>()
  const opened = new Set<(approval: Approval) => void>()
  const gone = new Set<(id: ApprovalId) => void>()

  const stop = app.subscribe((event) => {
    if (event.kind === 'approval-opened') {
      held.add(event.approval.id)
      opened.forEach((listener) => listener(event.approval))
    } else if (event.kind === 'approval-closed') {
      held.delete(event.approval.id)
      closed.add(event.approval.id)
      gone.forEach((listener) => listener(event.approval.id))
    } else return
    changed.forEach((listener) => listener())
  })

  // Those held before this start. One that was answered while the list was on its way stays away.
  letGo(
    app
      .call('approvals.list', { states: ['pending'], limit: 200 }, { surface: 'window' })
      .then((listed) => {
        const before = Pending.safeParse(listed.ok ? listed.value : [])
        for (const approval of before.success ? before.data : [])
          if (!closed.has(approval.id)) held.add(approval.id)
        changed.forEach((listener) => listener())
      }),
  )

  return {
    count: () => held.size,
    onChange: (listener) => void changed.add(listener),
    onOpened: (listener) => void opened.add(listener),
    onClosed: (listener) => void gone.add(listener),
    dispose: stop,
  }
}
