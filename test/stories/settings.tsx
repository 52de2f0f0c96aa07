// Parts of Settings: updates, the fleet and an organisation in each state there is, and the table of what runs commands.
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { UpdateState } from '../../contract/desktop/update.ts'
import { RunnersTable } from '../../renderer/features/settings/protection/runners-table.tsx'
import { SettingsLocationProvider } from '../../renderer/features/settings/settings-location.ts'
import type { TopicId } from '../../renderer/features/settings/topics.ts'
import { FleetSection } from '../../renderer/features/settings/fleet/fleet-section.tsx'
import { PriceList } from '../../renderer/features/settings/model/price-list.tsx'
import { OrganisationSection } from '../../renderer/features/settings/organisation/organisation-section.tsx'
import { WebSection } from '../../renderer/features/settings/web/web-section.tsx'
import { UpdatesSection } from '../../renderer/features/settings/updates-section.tsx'
import { useLive } from '../../renderer/state/live/live-store.ts'
import { appAtStart, report } from '../fakes/bridge-data.ts'
import { updateStates } from '../fakes/bridge-updates.ts'
import type { Story } from './story.ts'

const location = {
  part: null,
  shown: new Set<TopicId>(['updates', 'fleet', 'organisation', 'web']),
}

function Updates() {
  const app = useLive((live) => live.app)
  return app === null ? null : (
    <SettingsLocationProvider value={location}>
      <UpdatesSection app={app} />
    </SettingsLocationProvider>
  )
}

function Prices() {
  const model = useLive((live) => live.app?.model ?? null)
  return model === null ? null : <PriceList model={model} />
}

const web: Readonly<Record<'usual' | 'chosen', AppState['web']>> = {
  usual: appAtStart.web,
  chosen: {
    search: { provider: 'searxng', url: null },
    weather: { provider: 'openweather' },
    images: { provider: 'google' },
    reddit: { access: 'app' },
  },
}

const fleets = ['none', 'level', 'sending', 'waiting', 'no-reader'] as const
const organisations = ['none', 'in-force', 'waiting', 'unreachable', 'missing'] as const
const kinds = Object.keys(updateStates) as readonly UpdateState['kind'][]
const runners = () => (report.runner === null ? null : <RunnersTable runner={report.runner} />)

export const settingsStories: readonly Story[] = [
  ...kinds.map((kind): Story => ({
    name: `updates-${kind}`,
    width: 760,
    bridge: { updates: kind },
    element: () => <Updates />,
  })),
  ...fleets.map((fleet): Story => ({
    name: `fleet-${fleet}`,
    width: 760,
    bridge: { fleet },
    element: () => (
      <SettingsLocationProvider value={location}>
        <FleetSection />
      </SettingsLocationProvider>
    ),
  })),
  ...organisations.map((organisation): Story => ({
    name: `organisation-${organisation}`,
    width: 760,
    bridge: { organisation },
    element: () => (
      <SettingsLocationProvider value={location}>
        <OrganisationSection />
      </SettingsLocationProvider>
    ),
  })),
  ...(['usual', 'chosen'] as const).map((state): Story => ({
    name: `web-services-${state}`,
    width: 760,
    element: () => (
      <SettingsLocationProvider value={location}>
        <WebSection web={web[state]} />
      </SettingsLocationProvider>
    ),
  })),
  {
    name: 'model-prices',
    width: 760,
    bridge: { priced: true, runs: true },
    element: () => <Prices />,
  },
  {
    name: 'model-prices-mistake',
    width: 420,
    bridge: { priced: true },
    acts: [{ fill: 'Received, claude-sonnet-4-5', text: 'a lot' }],
    element: () => <Prices />,
  },
  { name: 'runners-table', width: 1180, element: runners },
  { name: 'runners-table-narrow', width: 420, element: runners },
]
