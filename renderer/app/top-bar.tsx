import { Hand, Monitor, Moon, Search, ShieldCheck, ShieldOff, Sun } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { useBridge } from '../bridge/bridge-context.ts'
import { selectQueue, useLive } from '../state/live-store.ts'
import { setGuard } from '../state/set-guard.ts'
import { nextTheme, setPaletteOpen, setTheme, useUi } from '../state/ui.ts'
import { IconButton, Kbd } from '../ui/button.tsx'
import { GateMark } from '../ui/gate-mark.tsx'
import { ToggleSwitch } from '../ui/toggle-switch.tsx'
import { strings } from './strings.ts'
import css from './top-bar.module.css'

const isMac = navigator.platform.startsWith('Mac')

export function TopBar() {
  return (
    <header className={css.top}>
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
      <GuardChip />
      <ThemeButton />
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
      {strings.needYou(queue.length)}
    </Link>
  )
}

function GuardChip() {
  const bridge = useBridge()
  const on = useLive((live) => live.app?.guard.on ?? null)
  const hidden = useLive((live) => live.app?.guard.hidden.length ?? 0)
  if (on === null) return null
  return (
    <div className={css.guard} data-on={on}>
      {on ? <ShieldCheck size={15} aria-hidden="true" /> : <ShieldOff size={15} aria-hidden="true" />}
      <span id="guard-words">
        {on ? strings.guardOn : strings.guardOff}
        {on ? <span className={css.hiddenTools}> · {strings.guardHidden(hidden)}</span> : null}
      </span>
      <ToggleSwitch label={strings.guard} describedBy="guard-words" on={on} onChange={(next) => void setGuard(bridge, next)} />
    </div>
  )
}

const themeIcons = { system: Monitor, light: Sun, dark: Moon }

function ThemeButton() {
  const theme = useUi((ui) => ui.theme)
  const Icon = themeIcons[theme]
  return (
    <IconButton label={strings.theme[theme]} onClick={() => setTheme(nextTheme(theme))}>
      <Icon size={16} aria-hidden="true" />
    </IconButton>
  )
}
