import { TierBadge } from '../../../renderer/ui/marks/tier-badge.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'

const tiers = [
  ['R0', 'harmless'],
  ['R1', 'low risk'],
  ['R2', 'medium risk'],
  ['R3', 'high risk'],
  ['R4', 'critical: passphrase needed'],
] as const

export const tierBadge: Story = {
  name: 'ui-tier-badge',
  element: () => (
    <Gallery>
      <State name="By themselves">
        {tiers.map(([tier]) => (
          <TierBadge key={tier} tier={tier} />
        ))}
      </State>
      <State name="With the word">
        {tiers.map(([tier, word]) => (
          <TierBadge key={tier} tier={tier} word={word} />
        ))}
      </State>
      <State name="Right to left" rtl>
        <TierBadge tier="R3" word="סיכון גבוה" />
        <TierBadge tier="R0" />
      </State>
    </Gallery>
  ),
}
