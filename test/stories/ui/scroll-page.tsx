import { ScrollPage } from '../../../renderer/ui/page/scroll-page.tsx'
import { Notice } from '../../../renderer/ui/panel.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'

const lines = Array.from(
  { length: 12 },
  (_, index) => `Line ${index + 1} of what the screen holds.`,
)

export const scrollPage: Story = {
  name: 'ui-scroll-page',
  element: () => (
    <Gallery>
      <State name="Shorter than its place" block>
        <ScrollPage label="Short page">
          <p>Records</p>
          <Notice tone="info">One thing to know.</Notice>
        </ScrollPage>
      </State>
      <State name="Longer than its place" block>
        <div style={{ blockSize: '12rem' }}>
          <ScrollPage label="Long page" width="editor">
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </ScrollPage>
        </div>
      </State>
      <State name="Right to left" rtl block>
        <ScrollPage label="Other way" width="table">
          <p>Schedules</p>
        </ScrollPage>
      </State>
    </Gallery>
  ),
}
