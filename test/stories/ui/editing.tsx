import { DiscardButton } from '../../../renderer/ui/editing/discard-button.tsx'
import { TextConflict } from '../../../renderer/ui/editing/text-conflict.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { nothing } from './words.ts'

const conflict = (
  <TextConflict
    file={'name: inbox\ndescription: Theirs.\n'}
    mine={'name: inbox\ndescription: Mine.\n'}
    onTakeFile={nothing}
    onKeepMine={nothing}
  />
)

/** What the two editors of a text have in common. */
export const editing: Story = {
  name: 'ui-editing',
  element: () => (
    <Gallery>
      <State name="Discard">
        <DiscardButton onDiscard={nothing} />
      </State>
      <State name="The file was changed elsewhere" block>
        {conflict}
      </State>
      <State name="Right to left" rtl block>
        {conflict}
      </State>
    </Gallery>
  ),
}
