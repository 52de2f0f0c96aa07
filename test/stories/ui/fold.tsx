import { FoldedText } from '../../../renderer/ui/fold.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { hidden } from './words.ts'

const words = { more: (lines: number) => `${lines} more lines`, less: 'Fewer lines' }
const many = Array.from({ length: 14 }, (_, index) => `ok ${index + 1} - a test that passes`).join(
  '\n',
)

export const fold: Story = {
  name: 'ui-fold',
  acts: [{ click: '10 more lines' }, { focus: 'Short', role: 'group' }],
  element: () => (
    <Gallery>
      <State name="Short enough, under the keys" block surface>
        <FoldedText text={`two lines,\n${hidden}`} label="Short" words={words} />
      </State>
      <State name="Opened" block surface>
        <FoldedText text={many} lines={4} label="Opened" words={words} />
      </State>
      <State name="Folded" block surface>
        <FoldedText text={many} lines={5} label="Folded" words={words} />
      </State>
      <State name="Right to left" rtl block surface>
        <FoldedText text={many} lines={2} label="Other way" words={words} />
      </State>
    </Gallery>
  ),
}
