import { Button } from '../../../renderer/ui/button.tsx'
import {
  SideEnds,
  SideHead,
  SideList,
  SideRow,
  SideScreen,
} from '../../../renderer/ui/lists/side-list.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import css from './side-list.module.css'
import { longPath } from './words.ts'

const rows = [
  { name: 'forge', state: 'Running', more: 'program · Verified · 9 tools' },
  { name: 'chosen', state: 'Needs review', more: 'address · Community · 2 tools' },
  { name: 'reached', state: 'Stopped', more: 'program · Local · no tools' },
  { name: 'pointed at', state: 'Starting', more: 'program · Local · no tools' },
]

function Rows({ of }: { readonly of: string }) {
  return (
    <ul aria-label={of}>
      {rows.map(({ name, state, more }) => (
        <li key={name}>
          <SideRow aria-current={name === 'chosen'}>
            <SideEnds>
              <strong>{name}</strong>
              <span>{state}</span>
            </SideEnds>
            <SideEnds muted>{more}</SideEnds>
          </SideRow>
        </li>
      ))}
    </ul>
  )
}

const head = (
  <SideHead>
    <h2>Servers</h2>
    <Button size="small">Add…</Button>
  </SideHead>
)

export const sideList: Story = {
  name: 'ui-side-list',
  acts: [{ focus: 'reached Stopped' }, { hover: 'pointed at' }],
  element: () => (
    <Gallery>
      <State name="Chosen, under the keys, under the mouse" surface tall>
        <SideScreen>
          <SideList>
            {head}
            <Rows of="Servers" />
          </SideList>
          <p className={css.beside}>What is chosen.</p>
        </SideScreen>
      </State>
      <State name="Small, with words that have no place beside each other" surface tall>
        <SideScreen small>
          <SideList still>
            <SideHead>
              <h2>Runs with a long name</h2>
              <Button size="small">Begin another one…</Button>
            </SideHead>
            <SideRow>
              <SideEnds>
                <span className={css.long}>{longPath}</span>
                <span>just now</span>
              </SideEnds>
              <SideEnds muted>
                <span>Waiting for you, and has been for long</span>
                <span>just now</span>
              </SideEnds>
            </SideRow>
            <SideRow disabled>Gone</SideRow>
          </SideList>
          <p className={css.beside}>What is chosen.</p>
        </SideScreen>
      </State>
      <State name="Right to left" rtl surface tall>
        <SideScreen small>
          <SideList>
            {head}
            <Rows of="Other way" />
          </SideList>
          <p className={css.beside}>מה שנבחר</p>
        </SideScreen>
      </State>
    </Gallery>
  ),
}
