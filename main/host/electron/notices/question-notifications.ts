// Tells a person who looks elsewhere that a server asks them something. Nothing is answered there: a
// press shows the question.
import { letGo } from '../../../../contract/let-go.ts'
import { Notification } from 'electron'
import { z } from 'zod'
import { noticeText, openNotices } from '../../../../contract/server/question-notice.ts'
import { ServerQuestion } from '../../../../contract/server/server-question.ts'
import type { App } from '../../app.ts'
import { APPROVALS } from '../origin.ts'
import type { PanelWindow } from '../window.ts'

const Open = z.array(ServerQuestion)
const AT_ONCE = 5

export function notifyQuestions({
  app,
  window,
}: {
  readonly app: App
  readonly window: PanelWindow
}): void {
  const shown = new Map<string, Notification>()
  const notices = openNotices({
    inFront: () => window.isFocused(),
    show(asked) {
      if (shown.size >= AT_ONCE || !Notification.isSupported()) return
      const notification = new Notification({
        ...noticeText(asked),
        actions: [{ type: 'button', text: 'Open' }],
        timeoutType: 'never',
      })
      const open = (): void => {
        window.open(APPROVALS)
        notification.close()
      }
      notification.on('click', open)
      notification.on('action', open)
      notification.on('close', () => shown.delete(asked.id))
      shown.set(asked.id, notification)
      notification.show()
    },
    drop: (id) => shown.get(id)?.close(),
  })
  app.subscribe((event) => {
    const some = event.kind === 'app-changed' && event.app.servers.questions > 0
    if (!some && !(notices.any() && /^(?:app|servers)-changed$/.test(event.kind))) return
    letGo(
      app.call('servers.questions', {}, { surface: 'window' }).then((listed) => {
        const open = Open.safeParse(listed.ok ? listed.value : null)
        if (open.success) notices.now(open.data)
      }),
    )
  })
}
