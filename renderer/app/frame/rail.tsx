// The rail at the side: links to all screens, with the number of held calls.
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { Link } from 'wouter'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { setAppearance, useAppearance } from '../../state/appearance.ts'
import { words } from './frame-text.ts'
import css from './rail.module.css'
import { screensWith } from '../screens.ts'
import { strings } from '../strings.ts'

export function Rail({ location }: { readonly location: string }) {
  const bridge = useBridge()
  const held = useLive((live) => (live.open?.size ?? 0) + (live.app?.servers.questions ?? 0))
  const attention = useLive((live) => live.app?.servers.attention ?? 0)
  const fleetReader = useLive((live) => live.app?.fleetReader ?? false)
  const folded = useAppearance((appearance) => appearance.sidebarCollapsed)
  const fold = folded ? words.rail.unfold : words.rail.fold
  const FoldIcon = folded ? PanelLeftOpen : PanelLeftClose
  return (
    <nav
      className={css.rail}
      aria-label={strings.nav}
      data-folded={folded}
      data-region={strings.nav}
    >
      <ul>
        {screensWith(fleetReader).map(({ path, name, icon: Icon }) => {
          const count = path === '/approvals' ? held : path === '/servers' ? attention : 0
          const badge = count > 0 ? count : null
          return (
            <li key={path}>
              <Link
                href={path}
                className={css.link}
                title={name}
                aria-current={
                  location === path || location.startsWith(`${path}/`) ? 'page' : undefined
                }
              >
                <Icon size={17} strokeWidth={1.8} aria-hidden="true" />
                <span className={css.name}>{name}</span>
                {badge === null ? null : (
                  <span className={css.count}>
                    {badge > 99 ? '99+' : badge}
                    <span className={css.waiting}>
                      {' '}
                      {path === '/servers' ? strings.reviewWord : strings.waitingWord}
                    </span>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
      <button
        type="button"
        className={css.fold}
        title={fold}
        aria-label={fold}
        aria-expanded={!folded}
        onClick={() => void setAppearance(bridge, { sidebarCollapsed: !folded })}
      >
        <FoldIcon size={16} strokeWidth={1.8} aria-hidden="true" />
      </button>
    </nav>
  )
}
