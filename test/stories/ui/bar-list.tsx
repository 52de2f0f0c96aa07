import { BarList } from '../../../renderer/ui/charts/bar-list.tsx'
import { nothing } from './words.ts'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'

const number = (value: number): string => value.toLocaleString('en')
const bars = [
  { key: 'read', label: 'read_file', value: 18_204, tone: 'ok' },
  { key: 'exec', label: 'exec', value: 9_120, tone: 'warn' },
  { key: 'long', label: 'forge__create_pull_request_review', value: 811, tone: 'R2' },
  { key: 'pay', label: 'pay', value: 3, tone: 'bad' },
  { key: 'mail', label: 'send_mail', value: 0, tone: 'accent' },
]

export const barList: Story = {
  name: 'ui-bar-list',
  acts: [{ focus: 'exec 9,120' }, { hover: 'pay' }],
  element: () => (
    <Gallery>
      <State name="Much, little, nothing; under the keys and under the mouse" block surface>
        <BarList title="Top tools" bars={bars} number={number} onPick={nothing} />
      </State>
      <State name="All nothing" block surface>
        <BarList
          title="Nothing yet"
          bars={bars.slice(0, 2).map((bar) => ({ ...bar, value: 0 }))}
          number={number}
          onPick={nothing}
        />
      </State>
      <State name="Right to left" rtl block surface>
        <BarList title="Other way" bars={bars.slice(1, 4)} number={number} onPick={nothing} />
      </State>
    </Gallery>
  ),
}
