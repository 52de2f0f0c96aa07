import { Play, Settings, X } from 'lucide-react'
import { Button, IconButton, Kbd } from '../../../renderer/ui/button.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'

const play = <Play size={14} aria-hidden="true" />
const tones = ['plain', 'strong', 'quiet'] as const

export const button: Story = {
  name: 'ui-button',
  acts: [{ focus: 'Reached by keys' }, { hold: 'Held down' }],
  element: () => (
    <Gallery>
      <State name="Tones">
        {tones.map((tone) => (
          <Button key={tone} tone={tone}>
            Allow once
          </Button>
        ))}
      </State>
      <State name="Small, with picture and key">
        {tones.map((tone) => (
          <Button key={tone} tone={tone} size="small" icon={play} hotkey="R">
            Deny for longer…
          </Button>
        ))}
      </State>
      <State name="Disabled">
        {tones.map((tone) => (
          <Button key={tone} tone={tone} disabled icon={play} hotkey="D">
            Deny
          </Button>
        ))}
      </State>
      <State name="Just shown, not armed yet">
        <Button tone="strong" aria-disabled="true" data-arming="true">
          Allow once
        </Button>
      </State>
      <State name="Under the keys and under the mouse">
        <Button>Reached by keys</Button>
        <Button onMouseDown={(event) => event.preventDefault()}>Held down</Button>
      </State>
      <State name="Long words">
        <Button icon={play}>
          Allow everything that this tool would write below the folder of the release notes
        </Button>
      </State>
      <State name="Right to left" rtl>
        <Button icon={play} hotkey="R">
          السماح لهذه الجلسة
        </Button>
        <Button tone="strong">السماح مرة واحدة</Button>
      </State>
      <State name="Pictures only">
        <IconButton label="Settings">
          <Settings size={16} aria-hidden="true" />
        </IconButton>
        <IconButton label="Close" disabled>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </State>
      <State name="Keys as the content">
        <Kbd spoken>Ctrl ⏎</Kbd>
        <Kbd spoken>?</Kbd>
      </State>
    </Gallery>
  ),
}
