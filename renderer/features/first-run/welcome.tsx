// What a newcomer finds first: three ways to begin, and how much agents do without asking.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useLive } from '../../state/live/live-store.ts'
import { setModelOpen } from '../../state/ui.ts'
import { Button } from '../../ui/button.tsx'
import { ChoosePreset } from './choose-preset.tsx'
import css from './first-run.module.css'
import { LocalModels } from './local-models.tsx'
import { StartTour } from './start-tour.tsx'
import { strings } from './strings.ts'

type Props = {
  open(runId: string): void
  /** The agents that were found here; another feature's. */
  readonly agents: ReactNode
}

export function Welcome({ open, agents }: Props) {
  const app = useLive((live) => live.app)
  if (app === null) return null
  const { model, workspace } = app
  return (
    <section className={css.welcome} aria-label={strings.welcome}>
      <div className={css.ways}>
        <Way title={strings.protect} text={strings.protectText} tall>
          {agents}
        </Way>
        <Way
          title={strings.chat}
          text={model.provider === 'manual' ? strings.chatText : strings.chatReady(model.label)}
        >
          <LocalModels
            more={
              <Button size="small" onClick={() => setModelOpen(true)}>
                {model.provider === 'manual' ? strings.chatKey : strings.chatChange}
              </Button>
            }
          />
        </Way>
        <Way title={strings.tour} text={strings.tourText}>
          <StartTour open={open} />
        </Way>
      </div>
      <div className={css.asks}>
        <h2>{strings.preset}</h2>
        <ChoosePreset short />
      </div>
      <p className={css.beside}>
        <span>
          {strings.workspace} <code title={workspace.path}>{workspace.path}</code>
        </span>
        <Link href="/settings/workspace" className={css.link}>
          {strings.workspaceChange}
        </Link>
        <Link href="/servers/import" className={css.link}>
          {strings.serversGo}
        </Link>
      </p>
    </section>
  )
}

type WayProps = {
  readonly title: string
  readonly text: string
  readonly tall?: boolean
  readonly children: ReactNode
}

function Way({ title, text, tall = false, children }: WayProps) {
  return (
    <div className={css.way} data-tall={tall}>
      <h2>{title}</h2>
      <p className={css.text}>{text}</p>
      {children}
    </div>
  )
}
