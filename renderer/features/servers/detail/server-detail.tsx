// One server, whole: how it is and what to do about it, what it offers, how it is started, what it
// reaches, its log.
import { useRef } from 'react'
import type { ServerListing } from '../../../../contract/server/server.ts'
import { Section } from '../../../ui/panel.tsx'
import { ManagedServer } from './managed-server.tsx'
import { LaunchSection } from './launch-section.tsx'
import { LogTail } from './log-tail.tsx'
import { AccessSection } from './access-section.tsx'
import { MissedGrants } from './missed-grants.tsx'
import { ReviewSection } from './review-section.tsx'
import { ServerHead } from './server-head.tsx'
import css from '../servers-screen.module.css'
import { strings } from '../strings.ts'
import { TrustSection } from '../trust-section.tsx'

type Props = {
  readonly server: ServerListing
  changed(): void
  onTool(name: string): void
  onGone(): void
}

export function ServerDetail({ server, changed, onTool, onGone }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const runs = server.state.kind === 'ready'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
    <div ref={scroller} className={css.pane} tabIndex={0} role="region" aria-label={server.name}>
      <div className={css.page}>
        <ServerHead server={server} changed={changed} onGone={onGone} />
        <ManagedServer name={server.name} />
        <MissedGrants server={server} changed={changed} />
        {runs ? (
          <ReviewSection server={server} scroller={scroller} onTool={onTool} />
        ) : (
          <Section title={strings.review.title}>
            <p className={css.body}>{strings.review.notRunning}</p>
          </Section>
        )}
        <LaunchSection server={server} changed={changed} />
        <AccessSection server={server} changed={changed} />
        <TrustSection server={server} changed={changed} />
        <LogTail lines={server.log} />
      </div>
    </div>
  )
}
