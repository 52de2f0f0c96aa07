// The commands of the palette. A command that cannot do anything now is absent.
import {
  Contrast,
  Hand,
  Import,
  Keyboard,
  type LucideIcon,
  Monitor,
  Moon,
  OctagonX,
  PanelLeft,
  Plug,
  Plus,
  Rows3,
  Shield,
  Square,
  Sun,
} from 'lucide-react'
import type { RunId } from '../../contract/ids.ts'
import { useBridge } from '../bridge/bridge-context.ts'
import { selectQueue, useLive } from '../state/live/live-store.ts'
import { setAppearance, useAppearance } from '../state/appearance.ts'
import { pressEmergencyStop } from '../state/emergency-stop.ts'
import { switchGuard } from '../state/policy/set-guard.ts'
import { setLiftOpen, setShortcutsOpen, setTrouble } from '../state/ui.ts'
import { words } from './frame/frame-text.ts'
import { screensWith } from './screens.ts'
import { strings } from './strings.ts'

export type Command = {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly icon: LucideIcon
  /** Keys that do the same. */ readonly keys?: string
  /** A word that tells it from others of its name. */ readonly note?: string
  run(): void
}

const { palette } = strings
const mod = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

export function useCommands(
  location: string,
  navigate: (path: string) => void,
): readonly Command[] {
  const bridge = useBridge()
  const guardOn = useLive((live) => live.app?.guard.on ?? false)
  const fleetReader = useLive((live) => live.app?.fleetReader ?? false)
  const stopped = useLive((live) => live.app?.stopped !== null && live.app !== null)
  const appearance = useAppearance((now) => now)
  const single = (keys: string): string | undefined =>
    appearance.singleKeyShortcuts ? keys : undefined
  const open = useLive((live) => live.open)
  const runs = useLive((live) => live.runs)
  const transcripts = useLive((live) => live.transcripts)
  const first = selectQueue(open)[0]
  const id = location.startsWith('/runs/') ? (location.split('/')[2] as RunId) : null
  const current = id === null ? undefined : (runs.get(id) ?? transcripts.get(id)?.run ?? undefined)
  const busy = current?.state === 'working' || current?.state === 'waiting'

  const act = (
    commandId: string,
    label: string,
    icon: LucideIcon,
    run: () => void,
    keys?: string,
  ): Command => ({
    id: commandId,
    group: palette.act,
    label,
    icon,
    run,
    ...(keys === undefined ? {} : { keys }),
  })
  return [
    ...(first === undefined
      ? []
      : [act('first-held', palette.firstHeld, Hand, () => navigate(`/approvals/${first.id}`))]),
    ...(busy && current !== undefined
      ? [
          act('stop', palette.stopRun, Square, () => {
            void bridge
              .call('runs.stop', { id: current.id })
              .then((result) => setTrouble(result.ok ? null : result.error))
          }),
        ]
      : []),
    act('new-run', palette.newRun, Plus, () => navigate('/runs')),
    act('add-server', palette.addServer, Plus, () => navigate('/servers/add')),
    act('import-servers', palette.importServers, Import, () => navigate('/servers/import')),
    act('gateway-clients', palette.gatewayClients, Plug, () => navigate('/agents')),
    act('guard', guardOn ? palette.guardOff : palette.guardOn, Shield, () =>
      switchGuard(bridge, !guardOn),
    ),
    stopped
      ? act('lift', words.emergencyStop.lift, OctagonX, () => setLiftOpen(true))
      : act(
          'emergency-stop',
          words.emergencyStop.press,
          OctagonX,
          () => void pressEmergencyStop(bridge),
          `${mod} Shift .`,
        ),
    act(
      'rail',
      appearance.sidebarCollapsed ? words.rail.unfold : words.rail.fold,
      PanelLeft,
      () => void setAppearance(bridge, { sidebarCollapsed: !appearance.sidebarCollapsed }),
      `${mod} B`,
    ),
    act('shortcuts', palette.shortcuts, Keyboard, () => setShortcutsOpen(true), single('?')),
    ...screensWith(fleetReader).map(({ path, name, icon, letter }): Command => {
      const keys = single(`G ${letter.toUpperCase()}`)
      return {
        id: path,
        group: palette.go,
        label: name,
        icon,
        run: () => navigate(path),
        ...(keys === undefined ? {} : { keys }),
      }
    }),
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      id: `theme-${theme}`,
      group: palette.appearance,
      label: palette.themes[theme],
      icon: { system: Monitor, light: Sun, dark: Moon }[theme],
      run: () => void setAppearance(bridge, { theme }),
    })),
    {
      id: 'contrast',
      group: palette.appearance,
      label: appearance.contrast === 'more' ? palette.contrastSystem : palette.contrastMore,
      icon: Contrast,
      run: () =>
        void setAppearance(bridge, {
          contrast: appearance.contrast === 'more' ? 'system' : 'more',
        }),
    },
    {
      id: 'density',
      group: palette.appearance,
      label: appearance.density === 'compact' ? palette.comfortable : palette.compact,
      icon: Rows3,
      run: () =>
        void setAppearance(bridge, {
          density: appearance.density === 'compact' ? 'comfortable' : 'compact',
        }),
    },
  ]
}
