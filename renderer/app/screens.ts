// The screens there are, in the order of the rail. The rail, the palette, the keys and their sheet
// all read this one list.
import {
  Activity,
  Bot,
  CalendarClock,
  Hand,
  LayoutGrid,
  type LucideIcon,
  NotebookText,
  Plug,
  Scale,
  ScrollText,
  SlidersHorizontal,
  Waypoints,
} from 'lucide-react'
import { strings } from './strings.ts'

export type Screen = {
  readonly path: string
  readonly name: string
  readonly icon: LucideIcon
  /** After G it leads there. */
  readonly letter: string
}

/** Only where somebody here may read a fleet; anyone else finds it through Settings. */
const fleet: Screen = { path: '/fleet', name: strings.fleet, icon: Waypoints, letter: 'f' }

export const screens: readonly Screen[] = [
  { path: '/runs', name: strings.runs, icon: Activity, letter: 'r' },
  { path: '/approvals', name: strings.approvals, icon: Hand, letter: 'a' },
  { path: '/capabilities', name: strings.capabilities, icon: LayoutGrid, letter: 'c' },
  { path: '/servers', name: strings.servers, icon: Plug, letter: 'm' },
  { path: '/agents', name: strings.agents, icon: Bot, letter: 'n' },
  { path: '/schedules', name: strings.schedules, icon: CalendarClock, letter: 'h' },
  { path: '/policy', name: strings.policy, icon: Scale, letter: 'p' },
  { path: '/records', name: strings.records, icon: NotebookText, letter: 'k' },
  { path: '/audit', name: strings.audit, icon: ScrollText, letter: 'u' },
  { path: '/settings', name: strings.settings, icon: SlidersHorizontal, letter: 's' },
]

/** Fleet is beside Audit, which it is like. */
export const screensWith = (fleetReader: boolean): readonly Screen[] =>
  fleetReader
    ? screens.flatMap((screen) => (screen.path === '/settings' ? [fleet, screen] : [screen]))
    : screens
