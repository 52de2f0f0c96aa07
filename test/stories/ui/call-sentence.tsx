import { CallSentence } from '../../../renderer/ui/text/call-sentence.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { hidden, longPath } from './words.ts'

export const callSentence: Story = {
  name: 'ui-call-sentence',
  element: () => (
    <Gallery>
      <State name="A file">
        <CallSentence title={{ verb: 'Read', target: 'src/price.ts', code: false, rest: '' }} />
      </State>
      <State name="A command">
        <CallSentence title={{ verb: 'Run', target: 'npm test', code: true, rest: 'in app' }} />
      </State>
      <State name="Something hidden in it">
        <CallSentence title={{ verb: 'Run', target: hidden, code: true, rest: '' }} />
      </State>
      <State name="Long" block>
        <CallSentence title={{ verb: 'Write', target: longPath, code: false, rest: 'and more' }} />
      </State>
    </Gallery>
  ),
}
