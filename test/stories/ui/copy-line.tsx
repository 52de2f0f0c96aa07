import { CopyLine } from '../../../renderer/ui/text/copy-line.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { longPath } from './words.ts'

const words = { copy: 'Copy', copied: 'Copied', chosen: 'Chosen: press Ctrl+C.' }

/** A clipboard that takes nothing that is refused. */
const writeText = (text: string): Promise<void> =>
  text.includes('refused') ? Promise.reject(new Error('no clipboard')) : Promise.resolve()

export const copyLine: Story = {
  name: 'ui-copy-line',
  acts: [
    { click: 'Copy: gatehouse connect codex' },
    { click: 'Copy: refused by the system' },
    { focus: 'Copy: gatehouse serve' },
  ],
  element: () => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
    return (
      <Gallery>
        <State name="At rest, under the keys" block surface inset>
          <CopyLine text="gatehouse serve" words={words} />
        </State>
        <State name="Copied" block surface inset>
          <CopyLine text="gatehouse connect codex" words={words} />
        </State>
        <State name="No clipboard: chosen" block surface inset>
          <CopyLine text="refused by the system" words={words} />
        </State>
        <State name="Long" block surface inset>
          <CopyLine text={`gatehouse open ${longPath} --from ${longPath}`} words={words} />
        </State>
        <State name="Right to left" rtl block surface inset>
          <CopyLine text="gatehouse connect cursor" words={words} />
        </State>
      </Gallery>
    )
  },
}
