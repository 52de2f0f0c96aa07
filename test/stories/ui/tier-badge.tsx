import { TierBadge } from '../../../renderer/ui/tier-badge.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'

const tiers = [
  ['R0', 'runs'],
  ['R1', 'usually runs'],
  ['R2', 'asks'],
  ['R3', 'high risk'],
  ['R4', 'asks for proof'],
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
        <TierBadge tier="R3" word="תמיד שואל" />
        <TierBadge tier="R0" />
      </State>
    </Gallery>
  ),
}
