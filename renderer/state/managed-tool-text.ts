// What an organisation sets for one tool, in words. Pure.
import type { ManagedPolicy } from '../../contract/bundle/state.ts'

const effects = { allow: 'allowed', confirm: 'needs approval', deny: 'denied' } as const

export const managedToolText = ({
  disabled,
  tier,
  default: effect,
  reviewResults,
  rateLimits,
}: ManagedPolicy['tools'][string]): string =>
  [
    disabled ? 'switched off' : '',
    tier === undefined ? '' : `raised to ${tier}`,
    effect === undefined ? '' : `by default ${effects[effect]}`,
    reviewResults === true ? 'results are reviewed' : '',
    rateLimits === undefined ? '' : 'called less often',
  ]
    .filter((part) => part !== '')
    .join(', ') || 'as it is'
