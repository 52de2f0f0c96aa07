import { DiffView } from '../../../renderer/ui/text/diff-view.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { hidden, sameLines } from './words.ts'

const lines = Array.from({ length: 30 }, (_, index) => `  step ${index + 1}: run`)
const before = `${lines.join('\n')}\n`
const after = `${lines.with(14, '  step 15: run it twice').toSpliced(20, 1).join('\n')}\n`
const said = new Map([[14, ['This sends what it reads to example.org.']]])

export const diffView: Story = {
  name: 'ui-diff-view',
  acts: [{ focus: 'A change', role: 'group' }],
  element: () => (
    <Gallery>
      <State name="A change in the middle, with a warning on a line; under the keys" block surface>
        <DiffView
          before={before}
          after={after}
          label="A change"
          sameWords={sameLines}
          notes={said}
        />
      </State>
      <State name="A new file" block surface>
        <DiffView
          before={null}
          after={'first\nsecond\n'}
          label="A new file"
          sameWords={sameLines}
        />
      </State>
      <State name="Everything gone" block surface>
        <DiffView
          before={'first\nsecond\n'}
          after=""
          label="A file that goes"
          sameWords={sameLines}
        />
      </State>
      <State name="Unchanged lines too" block surface>
        <DiffView
          before={'a\nb\nc\n'}
          after={'a\nB\nc\n'}
          label="All of it"
          sameWords={sameLines}
          whole
        />
      </State>
      <State name="Nothing changes" block surface>
        <DiffView before={before} after={before} label="Nothing" sameWords={sameLines} />
      </State>
      <State name="A long line, and what hides in one" block surface>
        <DiffView
          before={'x\n'}
          after={`${'const answer = 42; '.repeat(12)}\n${hidden}\n`}
          label="Long"
          sameWords={sameLines}
        />
      </State>
      <State name="Where the window reads from right to left, a file does not" rtl block surface>
        <DiffView before={'a\nb\n'} after={'a\nشكرا b\n'} label="Other way" sameWords={sameLines} />
      </State>
    </Gallery>
  ),
}
