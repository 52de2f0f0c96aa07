import { Hand } from 'lucide-react'
import { EffectWord } from '../../../renderer/ui/marks/effect-word.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'

export const effectWord: Story = {
  name: 'ui-effect-word',
  width: 320,
  element: () => (
    <Gallery>
      <State name="Each of the three">
        <EffectWord effect="allow">allowed</EffectWord>
        <EffectWord effect="confirm">asked</EffectWord>
        <EffectWord effect="deny">refused</EffectWord>
      </State>
      <State name="With a picture, right to left" rtl>
        <Hand size={14} aria-hidden="true" />
        <EffectWord effect="confirm">נשאל</EffectWord>
      </State>
    </Gallery>
  ),
}
