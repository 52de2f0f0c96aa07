import { GateMark } from '../../../renderer/ui/marks/gate-mark.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'

export const gateMark: Story = {
  name: 'ui-gate-mark',
  width: 320,
  element: () => (
    <Gallery>
      <State name="Every size that is used">
        <GateMark size={16} />
        <GateMark size={20} />
        <GateMark size={40} />
      </State>
    </Gallery>
  ),
}
