// What the fake bridge can be told, at its beginning and later.
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Bridge, IpcChannel } from '../../contract/ipc/ipc.ts'
import type { UpdateState } from '../../contract/desktop/update.ts'
import type { FakeFleet } from './bridge-fleet.ts'
import type { FakeOrganisation } from './bridge-organisation.ts'
import type { FakeModels } from './bridge-first-run.ts'
import type { FirstFile } from './bridge-policy.ts'

export type FakeBridge = Bridge & {
  /** Puts any event on the line, as main would. */
  send(event: PanelEvent | null): void
  /** Makes every call to a channel fail from now on; null lets it work again. */
  breakChannel(channel: IpcChannel, error: Failure | null): void
  changeApp(change: Partial<AppState>): void
}

export type FakeOptions = {
  /** Begin with one held call of every kind. */
  readonly held?: boolean
  /** Rows of history. */
  readonly journalRows?: number
  /** Begin with a finished run. */
  readonly runs?: boolean
  /** Begin with a run that has sub-agents. */
  readonly team?: boolean
  /** No jobs are kept, and none ran; broken: they cannot be read. */
  readonly schedules?: 'none' | 'broken'
  /** Give it so many items before its last ones. */
  readonly longRun?: number
  /** A passphrase is set, "correct horse", and credentials are stored under it. */
  readonly secured?: boolean
  /** The credential store cannot be read. */
  readonly broken?: boolean
  /** What is undone has changed since. */
  readonly conflicts?: boolean
  /** A server asks something. */
  readonly asks?: boolean
  /** Begin with one external server of every kind. */
  readonly servers?: boolean
  /** How the window looks from the start. */
  readonly check?: Partial<AppState['appearance']>
  /** So many more held calls, of a few askers and tools. */
  readonly many?: number
  /** No call can be rehearsed, and this is why. */
  readonly weak?: boolean
  /** Model servers that are found on this machine; unseen: nobody has looked yet. */
  readonly models?: FakeModels
  /** A model is connected, some prices are set, and money is limited. */
  readonly priced?: boolean
  /** Which configuration file there is. */
  readonly policy?: FirstFile
  /** The person has approved the same three times. */
  readonly suggestion?: boolean
  /** In which state updates begin; left out: they come in another way. */
  readonly updates?: UpdateState['kind']
  /** What this machine is in its fleet; left out: it is in none. */
  readonly fleet?: FakeFleet
  /** What is known of its organisation’s bundle; left out: it follows none. */
  readonly organisation?: FakeOrganisation
  /** Agents have terminal sessions open. */
  readonly terminals?: boolean
  /** So many tools of a server more. */
  readonly moreTools?: number
}
