import { Activity, Hand, LayoutGrid, Plug, ScrollText, SlidersHorizontal } from 'lucide-react'
import { Link } from 'wouter'
import { useLive } from '../state/live-store.ts'
import css from './rail.module.css'
import { strings } from './strings.ts'

const screens = [
  { path: '/runs', name: strings.runs, icon: Activity },
  { path: '/approvals', name: strings.approvals, icon: Hand },
  { path: '/capabilities', name: strings.capabilities, icon: LayoutGrid },
  { path: '/servers', name: strings.servers, icon: Plug },
  { path: '/audit', name: strings.audit, icon: ScrollText },
  { path: '/settings', name: strings.settings, icon: SlidersHorizontal },
] as const

export function Rail({ location }: { readonly location: string }) {
  const held = useLive((live) => live.open?.size ?? 0)
  const look = useLive((live) => live.app?.servers.attention ?? 0)
  return (
    <nav className={css.rail} aria-label={strings.nav}>
      <ul>
        {screens.map(({ path, name, icon: Icon }) => {
          const count = path === '/approvals' ? held : path === '/servers' ? look : 0
          const badge = count > 0 ? count : null
          return (
            <li key={path}>
              <Link
                href={path}
                className={css.link}
                title={name}
                aria-current={location === path || location.startsWith(`${path}/`) ? 'page' : undefined}
              >
                <Icon size={17} strokeWidth={1.8} aria-hidden="true" />
                <span className={css.name}>{name}</span>
                {badge === null ? null : (
                  <span className={css.count}>
                    {badge}
                    <span className={css.waiting}> {path === '/servers' ? strings.lookWord : strings.waitingWord}</span>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
