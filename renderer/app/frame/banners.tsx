// Calm lines over the screen for what concerns all of it. Each says what, where, and what to do.
import { FileWarning, FolderX, ScrollText, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useLive } from '../../state/live/live-store.ts'
import { setGoTo } from '../../state/policy/policy-draft.ts'
import { setTrouble, useUi } from '../../state/ui.ts'
import { IconButton } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import css from './banners.module.css'
import { LostBanner } from './lost-banner.tsx'
import { StoppedBanner } from './stopped-banner.tsx'
import { strings } from '../strings.ts'

/** A line that heals at once is not worth a banner. */
const timeoutMs = 700

export function Banners() {
  const app = useLive((live) => live.app)
  const lost = useLostFor(timeoutMs)
  const trouble = useUi((ui) => ui.trouble)
  const stopped = app?.stopped ?? null
  const fault = app?.journal.fault ?? null
  const problem = app?.config.problem ?? null
  return (
    <div className={css.banners}>
      {/* Above the screen, which gives way: what it covered would be what a person looks for first. */}
      {lost ? <LostBanner /> : null}
      {stopped === null ? null : <StoppedBanner stopped={stopped} />}
      {fault === null ? null : (
        <Notice tone="bad" alert icon={<ScrollText size={16} aria-hidden="true" />}>
          <b>{strings.journalFault}</b> {fault}
        </Notice>
      )}
      {problem === null ? null : (
        <Notice
          tone="warn"
          icon={<FileWarning size={16} aria-hidden="true" />}
          action={
            <Link href="/policy/editor" className={css.link} onClick={() => setGoTo(problem.line)}>
              {strings.openLine(problem.line)}
            </Link>
          }
        >
          <b>{strings.configTitle(problem.file, problem.line)}</b>{' '}
          <TroubleText text={problem.text} hint={problem.hint} /> {strings.configStored}
        </Notice>
      )}
      {app === null || app.workspace.ready ? null : (
        <Notice
          tone="warn"
          icon={<FolderX size={16} aria-hidden="true" />}
          action={
            <Link href="/settings" className={css.link}>
              {strings.toSettings}
            </Link>
          }
        >
          <b>{strings.workspaceMissing}</b> {app.workspace.text}
        </Notice>
      )}
      {trouble === null ? null : (
        <Notice
          tone="bad"
          alert
          icon={<X size={16} aria-hidden="true" />}
          action={
            <IconButton
              label={strings.dismiss}
              className={css.dismiss}
              onClick={() => setTrouble(null)}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          }
        >
          <TroubleText {...trouble} />
        </Notice>
      )}
    </div>
  )
}

function useLostFor(ms: number): boolean {
  const connection = useLive((live) => live.connection)
  const [lost, setLost] = useState(false)
  useEffect(() => {
    if (connection !== 'lost') {
      setLost(false)
      return
    }
    const timer = setTimeout(() => setLost(true), ms)
    return () => clearTimeout(timer)
  }, [connection, ms])
  return lost
}
