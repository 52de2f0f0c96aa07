import { Button } from '../../../renderer/ui/button.tsx'
import { PageHead } from '../../../renderer/ui/page/page-head.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'

const text =
  'What runs later: messages to an agent at a time, at intervals or when an event comes in.'

export const pageHead: Story = {
  name: 'ui-page-head',
  element: () => (
    <Gallery>
      <State name="With something to do" block>
        <PageHead title="Schedules" text={text}>
          <Button tone="strong">New job</Button>
        </PageHead>
      </State>
      <State name="The frame has its name" block>
        <PageHead text={text}>
          <Button size="small">Look again</Button>
        </PageHead>
      </State>
      <State name="In a narrow place" block>
        <div style={{ inlineSize: '16rem' }}>
          <PageHead title={'Schedules'.repeat(5)} text={text}>
            <Button tone="strong">New job</Button>
          </PageHead>
        </div>
      </State>
      <State name="Right to left" rtl block>
        <PageHead title="Schedules" text={text}>
          <Button tone="strong">New job</Button>
        </PageHead>
      </State>
    </Gallery>
  ),
}
