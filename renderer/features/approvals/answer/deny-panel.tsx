// Denials that reach further than this call: the scopes that an approval has, and a rule for every
// caller.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import type { LeaseDuration } from '../../../../contract/approval/lease.ts'
import type { ScopePreviews } from '../../../../contract/approval/suggestion.ts'
import { Button } from '../../../ui/button.tsx'
import css from '../card/approval-card.module.css'
import { ScopeChoices } from './scope-choices.tsx'
import { strings } from '../strings.ts'
import { useClickGuard } from './use-click-guard.ts'

type Props = {
  readonly approval: Approval
  readonly previews: ScopePreviews | null
  readonly lasts: LeaseDuration
  readonly arming: boolean
  mayDeny(answer: 'deny-scope' | 'deny-always'): boolean
  setLasts(lasts: LeaseDuration): void
  answer(reply: Reply): void
  close(): void
}

export function DenyPanel({
  approval,
  previews,
  lasts,
  arming,
  mayDeny,
  setLasts,
  answer,
  close,
}: Props) {
  const armed = useClickGuard()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    close()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // Escape is a second way to the button Back.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className={css.panel} onKeyDown={onKeyDown}>
      <ScopeChoices
        {...{ approval, previews, lasts, arming, setLasts }}
        verb="deny"
        hotkeys={false}
        disabled={!armed || !mayDeny('deny-scope')}
        choose={(choice) => answer({ answer: 'deny-scope', choice })}
        lead={() => undefined}
        say={() => undefined}
      />
      <div className={css.panelEnd}>
        {approval.answers.includes('deny-always') ? (
          <>
            <Button
              size="small"
              aria-disabled={!armed || !mayDeny('deny-always')}
              onClick={() => {
                if (armed) answer({ answer: 'deny-always' })
              }}
            >
              {strings.denyEveryone}
            </Button>
            <span className={css.scope}>{strings.denyScope}</span>
          </>
        ) : null}
        <Button size="small" tone="quiet" onClick={close}>
          {strings.cancel}
        </Button>
      </div>
    </div>
  )
}
