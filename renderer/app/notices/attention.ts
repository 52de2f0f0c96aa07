// Tells a person who looks elsewhere that calls are held: by the browser's notification where
// Electron has none, and by a short sound made here. Never takes the focus.
import type { Approval } from '../../../contract/approval/approval.ts'
import { digestText, openDigest } from '../../../contract/approval/held-digest.ts'
import { noticeText, openNotices } from '../../../contract/server/question-notice.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import { useAttention } from '../../state/attention.ts'
import { useLive } from '../../state/live/live-store.ts'

/** In the window in front, whose page is looked at. */
const inFront = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

const shown = new Map<Notification, Set<ApprovalId>>()
const asking = new Map<string, Notification>()

const mayNotify = (): boolean =>
  useAttention.getState().notify &&
  useLive.getState().app?.host === 'browser' &&
  'Notification' in window &&
  Notification.permission === 'granted'

const openedBy = (notification: Notification, address: string): void =>
  notification.addEventListener('click', () => {
    window.focus()
    location.hash = address
    notification.close()
  })

const digest = openDigest({
  inFront,
  now: Date.now,
  after: (ms, act) => setTimeout(act, ms),
  show(calls) {
    const { sound } = useAttention.getState()
    if (mayNotify()) {
      const { title, body } = digestText(calls, useLive.getState().app?.workspace.path ?? '')
      const [worst] = calls
      const notification = new Notification(title, { body, tag: worst.id })
      shown.set(notification, new Set(calls.map(({ id }) => id)))
      notification.addEventListener('close', () => shown.delete(notification))
      openedBy(notification, `#/approvals/${worst.id}`)
    }
    if (sound) chime()
  },
})

/** What servers ask, told like calls that are held. */
export const questionNotices = openNotices({
  inFront,
  show(asked) {
    if (mayNotify()) {
      const { title, body } = noticeText(asked)
      const notification = new Notification(title, { body, tag: asked.id })
      asking.set(asked.id, notification)
      notification.addEventListener('close', () => asking.delete(asked.id))
      openedBy(notification, '#/approvals')
    }
    if (useAttention.getState().sound) chime()
  },
  drop: (id) => asking.get(id)?.close(),
})

export const drawAttention = (approval: Approval): void => digest.opened(approval)

/** Answered, or run out: a notification of it alone goes away. */
export function dropAttention(id: ApprovalId): void {
  digest.closed(id)
  for (const [notification, calls] of shown) {
    calls.delete(id)
    if (calls.size > 0) continue
    notification.close()
    shown.delete(notification)
  }
}

/** Two soft tones, a third of a second. */
function chime(): void {
  const audio = new AudioContext()
  for (const [at, tone] of [660, 880].entries()) {
    const voice = new OscillatorNode(audio, { type: 'sine', frequency: tone })
    const volume = new GainNode(audio, { gain: 0 })
    const from = audio.currentTime + at * 0.14
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(0.12, from + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, from + 0.18)
    voice.connect(volume).connect(audio.destination)
    voice.start(from)
    voice.stop(from + 0.2)
  }
  setTimeout(() => void audio.close(), 600)
}
