// The screens that are not in the first part of the program, and when they are loaded.
import { useEffect, useState } from 'react'
import type { Bridge } from '../../contract/ipc/ipc.ts'
import { useBridge } from '../bridge/bridge-context.ts'
import { readNewestCalls } from '../features/audit/table/newest-calls.ts'
import { useLive } from '../state/live/live-store.ts'
import { toolList, toolsRevision } from '../state/shared/tool-list.ts'
import { AgentsRoute } from './agents-route.tsx'
import { AuditRoute } from './audit-route.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { PolicyRoute } from './policy-route.tsx'
import { whenIdle } from './when-idle.ts'

export const CapabilitiesScreen = lazyScreen(() =>
  import('../features/capabilities/capabilities-screen.tsx').then(
    (part) => part.CapabilitiesScreen,
  ),
)
export const SchedulesScreen = lazyScreen(() =>
  import('../features/schedules/schedules-screen.tsx').then((part) => part.SchedulesScreen),
)
export const ServersScreen = lazyScreen(() =>
  import('../features/servers/servers-screen.tsx').then((part) => part.ServersScreen),
)
export const RecordsScreen = lazyScreen(() =>
  import('../features/records/records-screen.tsx').then((part) => part.RecordsScreen),
)
export const SettingsScreen = lazyScreen(() =>
  import('../features/settings/settings-screen.tsx').then((part) => part.SettingsScreen),
)

/**
 * Gets the screens with the large lists ready, and what they begin with. What cannot be had now is
 * asked for again when it is opened.
 */
async function loadLists(bridge: Bridge): Promise<void> {
  const { epoch } = useLive.getState()
  const code = [AuditRoute, CapabilitiesScreen].map(({ load }) => load().catch(() => null))
  await Promise.all([...code, readNewestCalls(bridge, epoch)])
  const live = useLive.getState()
  const revision = toolsRevision(live)
  // A message field that completes names of tools may have read them already.
  if (revision !== null && toolList.last(bridge, live.epoch) === null)
    await toolList.read(bridge, live.epoch, revision)
}

/** Then the others, one after another. */
async function loadOthers(): Promise<void> {
  for (const { load } of [
    AgentsRoute,
    SchedulesScreen,
    PolicyRoute,
    RecordsScreen,
    ServersScreen,
    SettingsScreen,
  ])
    await load().catch(() => null)
}

/** Loads all of them when there is time. True once those with the large lists are ready. */
export function useScreensLoaded(): boolean {
  const bridge = useBridge()
  const [loaded, setLoaded] = useState(false)
  // What the first screen asks comes first: a window that waits for answers has nothing to do.
  const answered = useLive((live) => live.app !== null && live.open !== null)
  useEffect(() => {
    if (!answered) return
    const load = async (): Promise<void> => {
      await loadLists(bridge)
      setLoaded(true)
      await loadOthers()
    }
    return whenIdle(() => void load())
  }, [answered, bridge])
  return loaded
}
