import { MultiPick } from '../../../renderer/ui/picks/multi-pick.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { nothing } from './words.ts'

const choices = [
  { value: 'tool', label: 'Tool', fixed: true },
  { value: 'tier', label: 'Tier' },
  { value: 'trust', label: 'Trust' },
  { value: 'last', label: 'When it was called last, and by whom' },
]

export const multiPick: Story = {
  name: 'ui-multi-pick',
  acts: [{ click: 'Columns', role: 'combobox' }],
  height: 380,
  element: () => (
    <Gallery>
      <State name="At rest, active">
        <MultiPick
          label="Tier"
          words="Tier"
          value={[]}
          choices={choices}
          active={false}
          onChange={nothing}
        />
        <MultiPick
          label="Trust"
          words="Trust: local, verified"
          value={['trust']}
          choices={choices}
          active
          onChange={nothing}
        />
      </State>
      <State name="Right to left" rtl>
        <MultiPick
          label="Other"
          words="עמודות: 2"
          value={['tool']}
          choices={choices}
          active
          onChange={nothing}
        />
      </State>
      <State name="Open, with one that stays">
        <MultiPick
          label="Columns"
          words="Columns"
          value={['tool', 'tier']}
          choices={choices}
          active={false}
          onChange={nothing}
        />
      </State>
    </Gallery>
  ),
}
