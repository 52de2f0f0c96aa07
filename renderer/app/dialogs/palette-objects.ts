// What can be found by its name besides screens and actions: tools, runs, servers, held calls and
// topics of the settings.
import { Hand, LayoutGrid, Play, Plug, Settings2 } from 'lucide-react'
import { useMemo } from 'react'
import { useBridge } from '../../bridge/bridge-context.ts'
import { callTitle, plainTitle } from '../../../contract/approval/call-title.ts'
import { selectQueue, useLive } from '../../state/live/live-store.ts'
import { useToolList } from '../../state/shared/tool-list.ts'
import { useRead } from '../../state/use-read.ts'
import type { Command } from '../commands.ts'
import { screens } from '../screens.ts'
import { strings } from '../strings.ts'

const { palette } = strings

/** Read again each time the palette opens. Names only: what a call would carry is on its card. */
export function useObjects(navigate: (path: string) => void): readonly Command[] {
  const bridge = useBridge()
  const tools = useToolList().value
  const runs = useRead(bridge, 'runs.list', { limit: 100 }).value
  const servers = useRead(bridge, 'servers.list', {}).value
  const open = useLive((live) => live.open)
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  return useMemo(() => {
    const to = (
      id: string,
      group: string,
      label: string,
      icon: Command['icon'],
      path: string,
      note?: string,
    ): Command => ({
      id,
      group,
      label,
      icon,
      run: () => navigate(path),
      ...(note === undefined ? {} : { note }),
    })
    const held = selectQueue(open).map((approval) => {
      const { id, decision } = approval
      return to(
        id,
        palette.held,
        plainTitle(callTitle(approval, workspace)),
        Hand,
        `/approvals/${id}`,
        decision.tier,
      )
    })
    return [
      ...held,
      ...(tools ?? []).map(({ name, source, manifest }) =>
        to(
          `tool-${name}`,
          palette.tools,
          name,
          LayoutGrid,
          `/capabilities/${encodeURIComponent(name)}`,
          source === 'built-in' ? manifest.title : source,
        ),
      ),
      ...(screens.some(({ path }) => path === '/servers') ? (servers ?? []) : []).map(
        ({ name, state }) =>
          to(
            `server-${name}`,
            palette.servers,
            name,
            Plug,
            `/servers/${encodeURIComponent(name)}`,
            state.kind,
          ),
      ),
      ...(runs ?? []).map(({ id, title, state }) =>
        to(id, palette.runs, title, Play, `/runs/${id}`, palette.runStates[state]),
      ),
      ...Object.entries(palette.topics).map(([part, name]) =>
        to(`topic-${part}`, palette.settings, name, Settings2, `/settings/${part}`),
      ),
    ]
  }, [navigate, open, runs, servers, tools, workspace])
}
