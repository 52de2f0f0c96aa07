import { Exact, ExactBlock } from '../../../renderer/ui/text/exact-text.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { hidden, longPath } from './words.ts'

const many = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`).join('\n')

export const exactText: Story = {
  name: 'ui-exact-text',
  acts: [{ focus: 'Something hidden', role: 'group' }],
  element: () => (
    <Gallery>
      <State name="In a line">
        <code>
          <Exact text={hidden} />
        </code>
      </State>
      <State name="A block with something hidden, under the keys" block surface>
        <ExactBlock
          text={`${hidden}\nno\u00a0break, tab\there, a joiner between a\u200db`}
          label="Something hidden"
        />
      </State>
      <State name="What does not fit wraps" block surface>
        <ExactBlock text={`${longPath}:${longPath}`} label="Long" />
      </State>
      <State name="What is taller scrolls" block surface>
        <ExactBlock text={many} label="Tall" />
      </State>
      <State name="Nothing" block surface>
        <ExactBlock text="" label="Nothing" />
      </State>
      <State name="Where the window reads from right to left" rtl block surface>
        <ExactBlock text="git commit -m 'שלום' && git push" label="Other way" />
      </State>
    </Gallery>
  ),
}
