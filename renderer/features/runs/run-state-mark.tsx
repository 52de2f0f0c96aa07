import {
  CircleAlert,
  CircleCheck,
  CircleDot,
  CirclePause,
  CircleStop,
  CircleX,
  Hand,
  Hourglass,
} from 'lucide-react'
import css from './run-state-mark.module.css'
import type { Shown } from './run-text.ts'
import { strings } from './strings.ts'

const icons = {
  idle: CircleCheck,
  working: CircleDot,
  stalled: CircleAlert,
  waiting: Hand,
  queued: Hourglass,
  interrupted: CirclePause,
  stopped: CircleStop,
  failed: CircleX,
}

/** A run's state as icon and word. */
export function RunStateMark({ state }: { readonly state: Shown }) {
  const Icon = icons[state]
  return (
    <span className={css.mark} data-state={state}>
      <Icon size={14} aria-hidden="true" />
      {strings.states[state]}
    </span>
  )
}
