// Tells a person who looks elsewhere that a call is held: by the browser's notification where Electron has none, and by a
// short sound made here. Never takes the focus, and names no argument: a notification can be read on a locked screen.
import type { Approval } from '../../contract/approval.ts'
import { useAttention } from '../state/attention.ts'
import { strings } from './strings.ts'

/** Verb, tool, host, tier. Pure. */
export function attentionText({ title, tool, decision }: Pick<Approval, 'title' | 'tool' | 'decision'>): string {
  const net = decision.touches.find((touch) => touch.kind === 'net.fetch' || touch.kind === 'net.connect')
  const host = net !== undefined && 'host' in net ? ` · ${net.host}` : ''
  return `${title} (${tool})${host} · ${decision.tier}`
}

let last = 0
/** More than one in this time are one: the title counts them. */
const apartMs = 10_000

export function drawAttention(approval: Approval, host: string): void {
  if (document.hasFocus()) return
  const { notify, sound } = useAttention.getState()
  const now = Date.now()
  if (now - last < apartMs) return
  if (notify && host === 'browser' && 'Notification' in window && Notification.permission === 'granted') {
    const shown = new Notification(strings.heldTitle, { body: attentionText(approval), tag: 'gatehouse-held' })
    shown.addEventListener('click', () => {
      window.focus()
      location.hash = `#/approvals/${approval.id}`
    })
    last = now
  }
  if (sound) {
    chime()
    last = now
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
