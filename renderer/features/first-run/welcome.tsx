// What a newcomer finds below the field they can type into at once: how much agents do without
// asking, and four offers, none of them in the way.
import { Compass, Cpu, FolderOpen, Plug, SlidersVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLive } from '../../state/live/live-store.ts'
import { ChoosePreset } from './choose-preset.tsx'
import css from './first-run.module.css'
import { LocalModels } from './local-models.tsx'
import { StartTour } from './start-tour.tsx'
import { strings } from './strings.ts'

export function Welcome({ open }: { open(runId: string): void }) {
  const app = useLive((live) => live.app)
  if (app === null) return null
  return (
    <section className={css.welcome} aria-label={strings.welcome}>
      <div className={css.wide}>
        <Offer
          icon={<SlidersVertical size={17} aria-hidden="true" />}
          title={strings.preset}
          text={strings.presetText}
        >
          <ChoosePreset />
        </Offer>
      </div>
      <Offer
        icon={<Compass size={17} aria-hidden="true" />}
        title={strings.tour}
        text={strings.tourText}
      >
        <StartTour open={open} />
      </Offer>
      <Offer icon={<Cpu size={17} aria-hidden="true" />} title={strings.models}>
        <LocalModels />
      </Offer>
      <Offer
        icon={<FolderOpen size={17} aria-hidden="true" />}
        title={strings.workspace}
        text={strings.workspaceText}
      >
        <p className={css.place}>
          <code title={app.workspace.path}>{app.workspace.path}</code>
        </p>
        <Link href="/settings/workspace" className={css.link}>
          {strings.workspaceChange}
        </Link>
      </Offer>
      <Offer
        icon={<Plug size={17} aria-hidden="true" />}
        title={strings.servers}
        text={strings.serversText}
      >
        <Link href="/servers/import" className={css.link}>
          {strings.serversGo}
        </Link>
      </Offer>
    </section>
  )
}

type OfferProps = {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}

function Offer({ icon, title, text, children }: OfferProps) {
  return (
    <div className={css.offer}>
      {icon}
      <div className={css.offerBody}>
        <h2>{title}</h2>
        {text === undefined ? null : <p className={css.text}>{text}</p>}
        {children}
      </div>
    </div>
  )
}
