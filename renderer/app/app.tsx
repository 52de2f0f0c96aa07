// The frame round the screens: what is in the window whichever of them is open.
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { ModelDialog } from '../features/model/model-dialog.tsx'
import { useAppearance } from '../state/appearance.ts'
import { Announcer } from './notices/announcer.tsx'
import { NotificationNotices } from './notices/notification-notices.tsx'
import { WithdrawnNotice } from './notices/withdrawn-notice.tsx'
import css from './app.module.css'
import { Banners } from './frame/banners.tsx'
import { words } from './frame/frame-text.ts'
import { GuardDialog } from './frame/guard-chip.tsx'
import { keepFocus } from './keep-focus.ts'
import { ResumeDialog } from './dialogs/resume-dialog.tsx'
import { RelaxDialog } from './dialogs/relax-dialog.tsx'
import { Palette } from './dialogs/palette.tsx'
import { Rail } from './frame/rail.tsx'
import { ScreenSwitch } from './screen-switch.tsx'
import { ShortcutSheet } from './dialogs/shortcut-sheet.tsx'
import { SkipLink } from './frame/skip-link.tsx'
import { StatusStrip } from './frame/status-strip.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { useGlobalKeys } from './use-global-keys.ts'

export function App() {
  const [location, navigate] = useLocation()
  const folded = useAppearance((appearance) => appearance.sidebarCollapsed)
  useGlobalKeys(navigate)
  useEffect(() => keepFocus(document), [])

  return (
    <div className={css.frame}>
      <div className={css.app} data-folded={folded}>
        <SkipLink />
        <TopBar />
        <Rail location={location} />
        <main className={css.middle} data-region={words.main} tabIndex={-1} aria-label={words.main}>
          <Banners />
          <WithdrawnNotice />
          <NotificationNotices />
          <div className={css.main}>
            <ScreenSwitch location={location} navigate={navigate} />
          </div>
        </main>
        <StatusStrip />
        <Announcer />
        <Palette />
        <ShortcutSheet />
        <ResumeDialog />
        <GuardDialog />
        <ModelDialog />
        <RelaxDialog />
      </div>
    </div>
  )
}
