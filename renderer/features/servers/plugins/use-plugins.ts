// The plugins as main has them, read again whenever it says that something changed.
import type { PluginList } from '../../../../contract/plugin/listing.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { type Read, useRead } from '../../../state/use-read.ts'
import { useCalm } from '../use-servers.ts'

export function usePlugins(): Read<PluginList> {
  const bridge = useBridge()
  const turn = useCalm(useLive((live) => live.serversRevision))
  return useRead(bridge, 'plugins.list', {}, turn)
}
