// Parts of Settings: updates in each state there is, and the table of what runs commands.
import type { UpdateState } from '../../contract/update.ts'
import { RunnersTable } from '../../renderer/features/settings/protection/runners-table.tsx'
import { SettingsLocationProvider } from '../../renderer/features/settings/settings-location.ts'
import type { TopicId } from '../../renderer/features/settings/topics.ts'
import { UpdatesSection } from '../../renderer/features/settings/updates-section.tsx'
import { useLive } from '../../renderer/state/live/live-store.ts'
import { report } from '../fakes/bridge-data.ts'
import { updateStates } from '../fakes/bridge-updates.ts'
import type { Story } from './story.ts'

const location = { part: null, shown: new Set<TopicId>(['updates']) }

function Updates() {
  const app = useLive((live) => live.app)
  return app === null ? null : (
    <SettingsLocationProvider value={location}>
      <UpdatesSection app={app} />
    </SettingsLocationProvider>
  )
}

const kinds = Object.keys(updateStates) as readonly UpdateState['kind'][]
const runners = () => (report.runner === null ? null : <RunnersTable runner={report.runner} />)

export const settingsStories: readonly Story[] = [
  ...kinds.map((kind): Story => ({
    name: `updates-${kind}`,
    width: 760,
    bridge: { updates: kind },
    element: () => <Updates />,
  })),
  { name: 'runners-table', width: 1180, element: runners },
  { name: 'runners-table-narrow', width: 420, element: runners },
]
