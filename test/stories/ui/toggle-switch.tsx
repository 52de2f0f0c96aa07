import { ToggleSwitch } from '../../../renderer/ui/toggle-switch.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { nothing } from './words.ts'

export const toggleSwitch: Story = {
  name: 'ui-toggle-switch',
  width: 320,
  acts: [{ focus: 'Reached', role: 'switch' }],
  element: () => (
    <Gallery>
      <State name="Off, on, under the keys">
        <ToggleSwitch label="Off" on={false} onChange={nothing} />
        <ToggleSwitch label="On" on onChange={nothing} />
        <ToggleSwitch label="Reached" on onChange={nothing} />
      </State>
      <State name="Disabled">
        <ToggleSwitch label="Off for good" on={false} disabled onChange={nothing} />
        <ToggleSwitch label="On for good" on disabled onChange={nothing} />
      </State>
      <State name="Right to left" rtl>
        <ToggleSwitch label="Other way, off" on={false} onChange={nothing} />
        <ToggleSwitch label="Other way, on" on onChange={nothing} />
      </State>
    </Gallery>
  ),
}
