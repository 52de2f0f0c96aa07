// The bar at the top of the window: preset, guard and emergency stop.
import { Hand, Search } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { selectQueue, useLive } from '../../state/live/live-store.ts'
import { setPaletteOpen } from '../../state/ui.ts'
import { Kbd } from '../../ui/button.tsx'
import { GateMark } from '../../ui/marks/gate-mark.tsx'
import { words } from './frame-text.ts'
import { GuardChip } from './guard-chip.tsx'
import { EmergencyStopButton } from './emergency-stop-button.tsx'
import { PresetMenu } from './preset-menu.tsx'
import { strings } from '../strings.ts'
import css from './top-bar.module.css'

const isMac = navigator.platform.startsWith('Mac')

export function TopBar() {
  return (
    <header className={css.top} data-region={words.top}>
      <Link href="/runs" className={css.brand} aria-label={strings.name}>
        <GateMark size={20} />
        <span>{strings.name}</span>
      </Link>
      <button type="button" className={css.search} onClick={() => setPaletteOpen(true)}>
        <Search size={15} aria-hidden="true" />
        <span>{strings.search}</span>
        <Kbd>{isMac ? '⌘ K' : 'Ctrl K'}</Kbd>
      </button>
      <div className={css.space} />
      <NeedYou />
      <PresetMenu />
      <GuardChip />
      <EmergencyStopButton />
    </header>
  )
}

function NeedYou() {
  const open = useLive((live) => live.open)
  const queue = useMemo(() => selectQueue(open), [open])
  const first = queue[0]
  if (first === undefined) return null
  return (
    <Link href={`/approvals/${first.id}`} className={css.need}>
      <Hand size={14} aria-hidden="true" />
      <span>
        {queue.length}
        <span className={css.needWords}> {strings.needYou}</span>
      </span>
    </Link>
  )
}
