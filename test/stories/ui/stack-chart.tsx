import { type Series, StackChart } from '../../../renderer/ui/charts/stack-chart.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { nothing } from './words.ts'

const series: readonly Series[] = [
  { key: 'allow', label: 'allowed', tone: 'ok', pattern: 0 },
  { key: 'ask', label: 'asked', tone: 'R2', pattern: 1 },
  { key: 'deny', label: 'refused', tone: 'bad', pattern: 2 },
  { key: 'late', label: 'too late', tone: 'warn', pattern: 3 },
  { key: 'other', label: 'other', tone: 'accent', pattern: 4 },
]
const columns = Array.from({ length: 12 }, (_, hour) => ({
  label: `${hour}:00`,
  values:
    hour === 4
      ? {}
      : {
          allow: 40 + hour * 3,
          ask: hour * 2,
          deny: (hour * 7) % 11,
          late: hour % 3,
          other: hour === 11 ? 1 : 4,
        },
}))
const shared = {
  series,
  heads: { first: 'From', total: 'All' },
  onPick: nothing,
  number: (value: number) => value.toLocaleString('en'),
}

export const stackChart: Story = {
  name: 'ui-stack-chart',
  acts: [{ focus: '1:00' }],
  element: () => (
    <Gallery>
      <State name="Twelve columns, one of them empty" block surface inset>
        <StackChart {...shared} title="Decisions" columns={columns} asTable={false} />
      </State>
      <State name="The same as a table" block surface inset>
        <StackChart {...shared} title="Decisions as a table" columns={columns} asTable />
      </State>
      <State name="One column" block surface inset>
        <StackChart {...shared} title="One" columns={columns.slice(3, 4)} asTable={false} />
      </State>
      <State name="Nothing yet" block surface inset>
        <StackChart {...shared} title="Nothing" columns={[]} asTable={false} />
        <StackChart {...shared} title="Nothing as a table" columns={[]} asTable />
      </State>
      <State name="Right to left" rtl block surface inset>
        <StackChart {...shared} title="Other way" columns={columns} asTable={false} />
      </State>
    </Gallery>
  ),
}
