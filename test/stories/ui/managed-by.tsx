import { ManagedBy } from '../../../renderer/ui/managed-by.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'

export const managedBy: Story = {
  name: 'ui-managed-by',
  width: 420,
  element: () => (
    <Gallery>
      <State name="Where the place says what is held">
        <ManagedBy name="Example" />
      </State>
      <State name="With what is held">
        <ManagedBy name="Example">At least as strict as the preset Ask.</ManagedBy>
      </State>
      <State name="A long name, right to left" rtl>
        <ManagedBy name="An Organisation with a Long Name & Sons">כלום</ManagedBy>
      </State>
    </Gallery>
  ),
}
