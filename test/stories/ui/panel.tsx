import { Info, Server, TriangleAlert } from 'lucide-react'
import { Button } from '../../../renderer/ui/button.tsx'
import { EmptyState, Facts, Notice, Section, TroubleText } from '../../../renderer/ui/panel.tsx'
import type { Story } from '../story.ts'
import css from './gallery.module.css'
import { Gallery, State } from './gallery.tsx'
import { longPath } from './words.ts'

const facts = [
  { key: 'Tool', value: 'exec' },
  { key: 'What it would write to', value: <code>{longPath}</code> },
  { key: 'Waited', value: '42 s' },
]
const info = <Info size={15} aria-hidden="true" />
const warning = <TriangleAlert size={15} aria-hidden="true" />
const trouble = (
  <TroubleText
    text="The settings could not be saved: the disk is full."
    hint="Make room, and try again."
  />
)

export const panels: readonly Story[] = [
  {
    name: 'ui-panel',
    element: () => (
      <Gallery>
        <State name="Section with facts" block>
          <Section title="Access" aside="2 places · no hidden characters">
            <div className={css.inside}>
              <Facts facts={facts} />
            </div>
          </Section>
        </State>
        <State name="Long title, long aside" block>
          <Section
            title="Where each of the arguments of this call comes from"
            aside="found in what was returned by forge, which is not trusted"
          >
            <p className={css.inside}>Made up by the model.</p>
          </Section>
        </State>
        <State name="Section, right to left" rtl block>
          <Section title="לאן זה מגיע" aside="2">
            <div className={css.inside}>
              <Facts facts={facts.slice(0, 2)} />
            </div>
          </Section>
        </State>
        <State name="Nothing there" block>
          <EmptyState icon={<Server size={18} aria-hidden="true" />} title="No servers yet">
            Add one by its address, or take over those that another program has: nothing of it runs
            before you have seen what it would start.
          </EmptyState>
        </State>
        <State name="Nothing there, only a title" block>
          <EmptyState title="Nothing fits" />
        </State>
      </Gallery>
    ),
  },
  {
    name: 'ui-notice',
    element: () => (
      <Gallery>
        <State name="Tones" block>
          <Notice tone="info" icon={info}>
            Three servers were found.
          </Notice>
          <Notice tone="ok" icon={info}>
            The journal is whole.
          </Notice>
          <Notice tone="warn" icon={warning} action={<Button size="small">Look at it</Button>}>
            This tool has changed since you have seen it.
          </Notice>
          <Notice tone="bad" icon={warning} alert>
            {trouble}
          </Notice>
        </State>
        <State name="Without a picture; long, with an action" block>
          <Notice tone="info">Only words.</Notice>
          <Notice tone="bad" icon={warning} action={<Button size="small">Try again</Button>}>
            <TroubleText
              text={`There is no folder ${longPath}/${longPath}.`}
              hint="Choose another one, or make it."
            />
          </Notice>
        </State>
        <State name="Right to left" rtl block>
          <Notice tone="warn" icon={warning} action={<Button size="small">הצג</Button>}>
            הכלי השתנה.
          </Notice>
        </State>
      </Gallery>
    ),
  },
]
