// The commands of the palette. A command that cannot do anything now is absent.
import {
  Activity,
  Hand,
  Import,
  Keyboard,
  LayoutGrid,
  type LucideIcon,
  Monitor,
  Moon,
  Plug,
  Plus,
  ScrollText,
  Shield,
  SlidersHorizontal,
  Square,
  Sun,
} from 'lucide-react'
import type { RunId } from '../../contract/ids.ts'
import { useBridge } from '../bridge/bridge-context.ts'
import { selectQueue, useLive } from '../state/live-store.ts'
import { setGuard } from '../state/set-guard.ts'
import { setShortcutsOpen, setTheme, setTrouble } from '../state/ui.ts'
import { strings } from './strings.ts'

export type Command = { readonly id: string; readonly group: string; readonly label: string; readonly icon: LucideIcon; run(): void }

const { palette } = strings

export function useCommands(location: string, navigate: (path: string) => void): readonly Command[] {
  const bridge = useBridge()
  const guardOn = useLive((live) => live.app?.guard.on ?? false)
  const open = useLive((live) => live.open)
  const runs = useLive((live) => live.runs)
  const transcripts = useLive((live) => live.transcripts)
  const first = selectQueue(open)[0]
  const id = location.startsWith('/runs/') ? (location.slice('/runs/'.length) as RunId) : null
  const current = id === null ? undefined : (runs.get(id) ?? transcripts.get(id)?.run ?? undefined)
  const busy = current?.state === 'working' || current?.state === 'waiting'

  const go = (path: string, label: string, icon: LucideIcon): Command => ({
    id: path,
    group: palette.go,
    label,
    icon,
    run: () => navigate(path),
  })
  const act = (key: string, label: string, icon: LucideIcon, run: () => void): Command => ({
    id: key,
    group: palette.act,
    label,
    icon,
    run,
  })
  return [
    ...(first === undefined ? [] : [act('first-held', palette.firstHeld, Hand, () => navigate(`/approvals/${first.id}`))]),
    ...(busy && current !== undefined
      ? [
          act('stop', palette.stopRun, Square, () => {
            void bridge.call('runs.stop', { id: current.id }).then((result) => setTrouble(result.ok ? null : result.error))
          }),
        ]
      : []),
    act('new-run', palette.newRun, Plus, () => navigate('/runs')),
    act('add-server', palette.addServer, Plus, () => navigate('/servers/add')),
    act('import-servers', palette.importServers, Import, () => navigate('/servers/import')),
    act('guard', guardOn ? palette.guardOff : palette.guardOn, Shield, () => void setGuard(bridge, !guardOn)),
    act('shortcuts', palette.shortcuts, Keyboard, () => setShortcutsOpen(true)),
    go('/runs', strings.runs, Activity),
    go('/approvals', strings.approvals, Hand),
    go('/capabilities', strings.capabilities, LayoutGrid),
    go('/servers', strings.servers, Plug),
    go('/servers/clients', palette.gatewayClients, Plug),
    go('/audit', strings.audit, ScrollText),
    go('/settings', strings.settings, SlidersHorizontal),
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `theme-${theme}`,
      group: palette.look,
      label: palette.themes[theme],
      icon: { system: Monitor, light: Sun, dark: Moon }[theme],
      run: () => setTheme(theme),
    })),
  ]
}
