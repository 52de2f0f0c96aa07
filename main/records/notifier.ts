// Shows texts to the person on every screen that is open. What an agent sends carries its name, is
// cleaned of characters that hide or format, and is limited over all agents together.
import { failure, type Failure } from '../../contract/failure.ts'
import type { NotificationText, NotifyPower } from '../../contract/record/records-power.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { err, ok, type Result } from '../../contract/result.ts'

export type NotifierDeps = {
  readonly screens: { send(event: PanelEvent): void; received(): boolean }
  /** Without control and hidden characters, and without secrets. */
  readonly clean: (text: string) => Promise<string>
  readonly now: () => number
  readonly monotonic: () => number
}
export type Notifier = ReturnType<typeof openNotifier>

/** Of all agents together. */
const MOST_A_MINUTE = 10
const MINUTE_MS = 60_000

const kinds: { readonly [K in Principal['kind']]: string } = {
  person: '',
  agent: 'agent ',
  subagent: 'sub-agent ',
  'mcp-client': 'client ',
  schedule: 'schedule ',
  cli: '',
}

export function openNotifier({ screens, clean, now, monotonic }: NotifierDeps) {
  let last = 0
  let recent: number[] = []
  const show = (by: string | null, text: NotificationText): void => {
    last += 1
    screens.send({ kind: 'notification', notification: { id: last, by, ...text, at: now() } })
  }
  const oneLine = async (text: string): Promise<string> =>
    (await clean(text)).replaceAll(/\s+/g, ' ').trim()
  const shown = async (
    by: Pick<Principal, 'kind' | 'name'>,
    text: NotificationText,
  ): Promise<Result<{ shown: number }, Failure>> => {
    if (!screens.received())
      return err(
        failure(
          'notification.nobody',
          'No window of Gatehouse is open, so nobody would see it.',
          'Say it in your answer instead.',
        ),
      )
    const at = monotonic()
    recent = recent.filter((one) => at - one < MINUTE_MS)
    if (recent.length >= MOST_A_MINUTE)
      return err(
        failure(
          'notification.too-many',
          `Agents sent ${MOST_A_MINUTE} notifications within a minute.`,
          'Wait a minute, and put several things in one notification.',
        ),
      )
    recent.push(at)
    const title = await oneLine(text.title)
    const subtitle = await oneLine(text.subtitle)
    const message = (await clean(text.message)).trim()
    show(await oneLine(`${kinds[by.kind]}${by.name}`), { ...text, title, subtitle, message })
    return ok({ shown: last })
  }

  return {
    /** Gatehouse's own, about what the person keeps. False where nobody would see it. */
    async own(text: NotificationText): Promise<boolean> {
      if (!screens.received()) return false
      const title = await oneLine(text.title)
      const subtitle = await oneLine(text.subtitle)
      show(null, { ...text, title, subtitle, message: (await clean(text.message)).trim() })
      return true
    },
    /** The message of a job, under its name. Where nobody sees it, it is in the history of jobs. */
    ofJob: (name: string, text: NotificationText) => shown({ kind: 'schedule', name }, text),
    power: (call: {
      readonly permitted: readonly CanonicalTouch[]
      readonly by: Pick<Principal, 'kind' | 'name'>
    }): NotifyPower => ({
      notify: async (text) =>
        call.permitted.some(({ kind }) => kind === 'notification')
          ? shown(call.by, text)
          : err(
              failure(
                'notification.outside-permit',
                'This call was not permitted to show a notification.',
              ),
            ),
    }),
  }
}
