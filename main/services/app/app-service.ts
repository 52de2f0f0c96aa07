// The topic `app`: the small snapshot that every screen shows round its edge, and the way back to
// the window for a person whose page lost it.
import { failure } from '../../../contract/failure.ts'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { err, ok } from '../../../contract/result.ts'
import type { StepUp } from '../../approvals/step-up.ts'

export type AppServiceDeps = {
  readonly state: () => AppState
  readonly stepUp: Pick<StepUp, 'state' | 'prove'>
  /** Null: this host has no page in a browser. */
  readonly newLink: () => string | null
  /** Null, as above. */
  readonly closePages: () => { readonly pages: number; readonly port: number } | null
  readonly record: (entry: JournalEntry) => Promise<unknown>
}

export const appService = ({
  state,
  stepUp,
  newLink,
  closePages,
  record,
}: AppServiceDeps): TopicHandlers<'app'> => ({
  'app.state': async () => ok(state()),
  async 'app.running'() {
    const { version, host, config, journal } = state()
    const { verification } = journal
    const broken = verification?.kind === 'broken' ? verification.text : null
    return ok({ version, host, configFile: config.file, journalBroken: broken })
  },
  async 'app.link'({ proof }) {
    // As for any approval: on the command line anybody who can type can be a program.
    if (stepUp.state().passphrase) {
      const proven = proof === undefined ? err(unproven) : await stepUp.prove(proof)
      if (!proven.ok) return proven
    }
    const url = newLink()
    return url === null ? err(noPage) : ok({ url })
  },
  async 'app.close-pages'() {
    const closed = closePages()
    if (closed === null) return err(noPage)
    const { pages, port } = closed
    await record({ kind: 'page', change: 'revoked', port, pages, surface: 'cli' })
    return ok({ pages })
  },
})

const unproven = failure(
  'approval.step-up',
  'A link to the window requires the Gatehouse passphrase.',
)

const noPage = failure(
  'app.no-link',
  'No Gatehouse with a page in a browser is running.',
  'Start it, or open its window from the tray or the menu of your system.',
)
