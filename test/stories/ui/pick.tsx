import { Pick } from '../../../renderer/ui/picks/pick.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { nothing } from './words.ts'

const choices = [
  { value: 'any', label: 'Any tier' },
  { value: 'R2', label: 'R2 · asks' },
  { value: 'R3', label: 'R3 · always asks, and says why it does' },
]

export const pick: Story = {
  name: 'ui-pick',
  acts: [{ click: 'Open', role: 'combobox' }],
  height: 380,
  element: () => (
    <Gallery>
      <State name="At rest, as an active filter, wide in a form">
        <Pick label="Rest" value="any" neutral="any" choices={choices} onChange={nothing} />
        <Pick label="Active" value="R3" neutral="any" choices={choices} onChange={nothing} />
        <Pick label="Wide" value="R2" wide choices={choices} onChange={nothing} />
      </State>
      <State name="Right to left" rtl>
        <Pick label="Other way" value="R3" choices={choices} onChange={nothing} />
        <Pick label="Other way, wide" value="any" wide choices={choices} onChange={nothing} />
      </State>
      <State name="Open">
        <Pick label="Open" value="R2" choices={choices} onChange={nothing} />
      </State>
    </Gallery>
  ),
}
