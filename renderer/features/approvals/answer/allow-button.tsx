// The approve button, pressed or held; `approve-gesture.ts` says how.
import { type ReactNode, useEffect, useRef } from 'react'
import type { Tier } from '../../../../contract/call/tier.ts'
import { isStreak, useStreak } from '../../../state/approval-pace.ts'
import { Button } from '../../../ui/button.tsx'
import css from './allow-button.module.css'
import { approveGesture, type Via } from './approve-gesture.ts'
import { useLongPress } from './use-long-press.ts'
import { strings } from '../strings.ts'

/** What a key held anywhere on the screen does to the button. */
export type ApproveKey = { down(via: Via): void; up(): void }

type Props = {
  readonly tier: Tier
  readonly strong?: boolean
  readonly size?: 'normal' | 'small'
  /** As wide as what it is in, its words at the beginning. */
  readonly wide?: boolean
  readonly hotkey?: string | undefined
  readonly disabled: boolean
  readonly arming: boolean
  readonly describedBy?: string | undefined
  readonly children: ReactNode
  /** Pressed as it has to be. */
  allow(): void
  /** Pressed while it may not be: the person is led to what is missing. */
  lead?(): void
  onKey?: (key: ApproveKey | null) => void
  /** How the press is going, for the one line under the buttons. */
  say(words: string): void
}

export function AllowButton({
  tier,
  strong = false,
  size = 'normal',
  wide = false,
  hotkey,
  disabled,
  arming,
  describedBy,
  children,
  allow,
  lead,
  onKey,
  say,
}: Props) {
  const streak = useStreak(({ fast }) => isStreak(fast))
  const hold = useLongPress(allow)
  const held = useRef<string | null>(null)
  const press = (via: Via): void => {
    if (disabled) return lead?.()
    if (approveGesture(tier, streak, via) === 'hold') hold.start()
    else allow()
  }
  useEffect(() => {
    onKey?.({ down: press, up: hold.end })
    return () => onKey?.(null)
  })
  useEffect(() => say(hold.state === 'rest' ? '' : strings.hold[hold.state]), [hold.state, say])
  return (
    <Button
      {...(strong ? { tone: 'strong' as const } : {})}
      {...(hotkey === undefined ? {} : { hotkey })}
      size={size}
      className={css.button}
      aria-disabled={disabled}
      aria-describedby={describedBy}
      data-arming={arming}
      data-wide={wide}
      data-holding={hold.state === 'holding'}
      onPointerDown={(event) => {
        if (event.button !== 0 || !streak || disabled) return
        held.current = 'pointer'
        hold.start()
      }}
      onPointerUp={hold.end}
      onPointerLeave={hold.end}
      onPointerCancel={hold.end}
      onClick={(event) => {
        // A press that was held has answered already, or was let go too early.
        const byHand = held.current === 'pointer'
        held.current = null
        if (disabled) return lead?.()
        if (byHand) return
        // No pointer and no key of ours: a program that speaks for the person and cannot hold.
        if (event.detail === 0 && approveGesture(tier, streak, 'key') === 'hold') return hold.tap()
        press('pointer')
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        if (event.ctrlKey || event.metaKey) return
        event.preventDefault()
        event.stopPropagation()
        if (!event.repeat) press('key')
      }}
      onKeyUp={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        hold.end()
      }}
      onBlur={hold.end}
    >
      {children}
    </Button>
  )
}
