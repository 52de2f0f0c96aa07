import { ConfirmForm } from '../../../renderer/ui/confirm-form.tsx'
import { Notice } from '../../../renderer/ui/panel.tsx'
import type { Story } from '../story.ts'
import { Gallery, State } from './gallery.tsx'
import { nothing } from './words.ts'

const form = { back: 'Cancel', go: 'Allow more', onBack: nothing, onGo: nothing }
const asked = (
  <Notice tone="warn">
    <ul>
      <li>Agents can read from docs.example.org without asking.</li>
      <li>The preset Ask asks about R2, which it denied.</li>
    </ul>
  </Notice>
)

export const confirmForm: Story = {
  name: 'ui-confirm-form',
  element: () => (
    <Gallery>
      <State name="A word is enough" block>
        <ConfirmForm {...form} proof={null} trouble={null} ready>
          {asked}
        </ConfirmForm>
      </State>
      <State name="A proof is due, and the one before was wrong" block>
        <ConfirmForm
          {...form}
          proof={{ label: 'Passphrase or one-time code', value: '', onChange: nothing }}
          trouble={{ text: 'The passphrase is wrong.', hint: 'Nothing was changed.' }}
          ready={false}
        >
          {asked}
        </ConfirmForm>
      </State>
      <State name="Right to left" rtl block>
        <ConfirmForm {...form} proof={null} trouble={null} ready>
          {asked}
        </ConfirmForm>
      </State>
    </Gallery>
  ),
}
