// How the window asks for attention. Kept where the window is, and not in the configuration.
import { useState } from 'react'
import { useLive } from '../../state/live/live-store.ts'
import { type Habit, setHabit, useAttention } from '../../state/attention.ts'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import { SettingsPart } from './settings-part.tsx'
import css from './settings-screen.module.css'
import { strings } from './strings.ts'

const words = strings.attention

export function AttentionSection() {
  const host = useLive((live) => live.app?.host)
  const [refused, setRefused] = useState(false)
  const toggle = (habit: Habit, on: boolean): void => {
    // A browser may be asked only on a click, and says no for good.
    if (habit !== 'notify' || !on) return setHabit(habit, on)
    void askBrowser().then((given) => {
      setRefused(!given)
      setHabit('notify', given)
    })
  }
  return (
    <SettingsPart topic="notifications" title={words.title} text={words.text}>
      {host === 'browser' ? (
        <Row habit="notify" toggle={toggle} />
      ) : (
        <p className={css.hint}>{words.byDesktop}</p>
      )}
      {refused ? (
        <p className={css.hint} role="alert">
          {words.refused}
        </p>
      ) : null}
      <Row habit="sound" toggle={toggle} />
    </SettingsPart>
  )
}

function Row({
  habit,
  toggle,
}: {
  readonly habit: Habit
  toggle(habit: Habit, on: boolean): void
}) {
  const on = useAttention((attention) => attention[habit])
  return (
    <div className={css.switchRow}>
      <ToggleSwitch label={words[habit]} on={on} onChange={(next) => toggle(habit, next)} />
      <span>{words[habit]}</span>
    </div>
  )
}

async function askBrowser(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}
