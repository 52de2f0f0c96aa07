import { SearchField } from '../../../renderer/ui/search-field.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { nothing } from './words.ts'

export const searchField: Story = {
  name: 'ui-search-field',
  acts: [{ focus: 'Typed', role: 'searchbox' }],
  element: () => (
    <Gallery>
      <State name="Nothing typed; typed and under the keys; too long">
        <SearchField label="Empty" placeholder="Search tools" value="" onChange={nothing} />
        <SearchField label="Typed" placeholder="Search tools" value="merge" onChange={nothing} />
        <SearchField
          label="Long"
          placeholder=""
          value="merge pull request into the main branch"
          onChange={nothing}
        />
      </State>
      <State name="Right to left" rtl>
        <SearchField label="Other way" placeholder="חיפוש" value="" onChange={nothing} />
      </State>
    </Gallery>
  ),
}
