// Whether the list follows what comes, how much came since, and the check of the chain.
import { ArrowUp } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/text/time-text.ts'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import css from './audit-screen.module.css'
import { strings } from './strings.ts'
import { VerifyChain } from './verify-chain.tsx'

type Props = {
  readonly follow: boolean
  /** Rows that are newer than the list. */
  readonly newer: number
  onFollow(follow: boolean): void
  onNewest(): void
}

export function FollowBar({ follow, newer, onFollow, onNewest }: Props) {
  return (
    <div className={css.second}>
      <div className={css.follow}>
        <ToggleSwitch label={strings.follow} on={follow} onChange={onFollow} />
        <span aria-hidden="true">{strings.follow}</span>
      </div>
      <span role="status">
        {newer === 0 ? null : (
          <Button size="small" icon={<ArrowUp size={14} aria-hidden="true" />} onClick={onNewest}>
            {strings.newer(newer >= 1_000 ? '1,000+' : count(newer))}
          </Button>
        )}
      </span>
      <VerifyChain />
    </div>
  )
}
