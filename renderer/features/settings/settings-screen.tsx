// What a person sets, and what this machine can hold. Every value is main's; a field only proposes
// a change.
import { FileWarning } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { switchGuard } from '../../state/policy/set-guard.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Notice, TroubleText } from '../../ui/panel.tsx'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import { AgentSection } from './agent/agent-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { AttentionSection } from './attention-section.tsx'
import { CredentialsSection } from './credentials/credentials-section.tsx'
import { DataSection } from './data-section.tsx'
import { DesktopSection } from './desktop-section.tsx'
import { FleetSection } from './fleet/fleet-section.tsx'
import { ManagedLine } from './organisation/managed-line.tsx'
import { OrganisationSection } from './organisation/organisation-section.tsx'
import { LicencesSection } from './licences/licences-section.tsx'
import { MailSection } from './mail/mail-section.tsx'
import { ModelSection } from './model/model-section.tsx'
import { StepUpSection } from './protection/step-up-section.tsx'
import { ProtectionsSection } from './protection/protections-section.tsx'
import { SavedField } from './saved-field.tsx'
import { SettingsNav } from './settings-nav.tsx'
import { SettingsPart } from './settings-part.tsx'
import { SettingsLocationProvider } from './settings-location.ts'
import css from './settings-screen.module.css'
import { strings } from './strings.ts'
import { topicsWith } from './topics.ts'
import { usePartInSight } from './use-part-in-sight.ts'
import { UpdatesSection } from './updates-section.tsx'
import { WebSection } from './web/web-section.tsx'
import { WorkspaceSection } from './workspace-section.tsx'

/** As a configuration without the key has it. */
const USUAL_SECONDS = '600'

/** What the frame lends from other features. */
export type RenderSlots = { models(): ReactNode; presets(): ReactNode; tour(): ReactNode }

type Props = {
  /** The topic a link leads to. */ readonly part: string | null
  readonly slots: RenderSlots
  onGo(path: string): void
}

export function SettingsScreen({ part, slots, onGo }: Props) {
  const app = useLive((live) => live.app)
  const [typed, setTyped] = useState('')
  const topics = topicsWith(typed)
  const scroller = useRef<HTMLDivElement>(null)
  const inSight = usePartInSight(scroller, app === null ? null : typed)
  const location = useMemo(
    () => ({ part, shown: new Set(topicsWith(typed).map(({ id }) => id)) }),
    [part, typed],
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
    <div
      ref={scroller}
      className={css.scroll}
      tabIndex={0}
      role="region"
      aria-label={strings.title}
    >
      <div className={css.page}>
        <header className={css.top}>
          <h1>{strings.title}</h1>
          <p>{strings.intro}</p>
        </header>
        <div className={css.columns}>
          <SettingsNav
            typed={typed}
            topics={topics}
            part={inSight ?? part}
            onType={setTyped}
            onGo={onGo}
          />
          <div>
            {topics.length > 0 ? null : (
              <EmptyState title={strings.topics.none(typed)}>
                <Button size="small" onClick={() => setTyped('')}>
                  {strings.topics.all}
                </Button>
              </EmptyState>
            )}
            {app === null ? null : (
              <SettingsLocationProvider value={location}>
                <Parts app={app} slots={slots} />
              </SettingsLocationProvider>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

/** Said at the top of the screen too; here it is where it can be fixed. */
function ConfigTrouble({ problem }: { readonly problem: AppState['config']['problem'] }) {
  if (problem === null) return null
  return (
    <Notice tone="warn" icon={<FileWarning size={16} aria-hidden="true" />}>
      <b>{strings.configTrouble(problem.line)}</b>{' '}
      <TroubleText text={problem.text} hint={problem.hint} />
    </Notice>
  )
}

/** Whole seconds as the configuration allows them; null for anything else. */
export function readSeconds(text: string): number | null {
  const seconds = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0
  return seconds >= 1 && seconds <= 86_400 ? seconds : null
}

function Parts({ app, slots }: { readonly app: AppState; readonly slots: RenderSlots }) {
  const bridge = useBridge()
  return (
    <>
      <SettingsPart
        topic="first-steps"
        title={strings.topics.firstSteps}
        text={strings.topics.firstStepsText}
      >
        {slots.tour()}
      </SettingsPart>
      <WorkspaceSection app={app}>
        <ConfigTrouble problem={app.config.problem} />
      </WorkspaceSection>
      <SettingsPart topic="preset" title={strings.preset} text={strings.presetText}>
        {slots.presets()}
        <ManagedLine />
      </SettingsPart>
      <ModelSection model={app.model} local={slots.models()} />
      <AgentSection agent={app.agent} />
      <SettingsPart topic="guard" title={strings.guard} text={strings.guardText}>
        <div className={css.switchRow}>
          <ToggleSwitch
            label={strings.guard}
            on={app.guard.on}
            onChange={(on) => switchGuard(bridge, on)}
          />
          <b>{app.guard.on ? strings.guardOn : strings.guardOff}</b>
        </div>
        {app.guard.hidden.length === 0 ? (
          <p className={css.hint}>{strings.guardNothing}</p>
        ) : (
          <p className={css.hidden}>
            {strings.guardHidden}:{' '}
            {app.guard.hidden.map((name) => (
              <code key={name}>{name}</code>
            ))}
          </p>
        )}
      </SettingsPart>
      <SettingsPart topic="approvals" title={strings.approvals} text={strings.approvalsText}>
        <SavedField
          label={strings.timeout}
          value={String(app.approvalTimeoutSeconds)}
          usual={USUAL_SECONDS}
          inputMode="numeric"
          check={(text) => (readSeconds(text) === null ? strings.timeoutBad : null)}
          patch={(text) => ({
            approvals: { timeoutSeconds: readSeconds(text) ?? app.approvalTimeoutSeconds },
          })}
        />
      </SettingsPart>
      <AttentionSection />
      <DesktopSection app={app} />
      <StepUpSection />
      <CredentialsSection />
      <MailSection mail={app.mail} calendar={app.calendar} />
      <WebSection web={app.web} />
      <SettingsPart
        topic="gateway"
        title={strings.topics.gateway}
        text={strings.topics.gatewayText}
      >
        <Link href="/agents" className={css.link}>
          {strings.topics.gatewayGo}
        </Link>
      </SettingsPart>
      <AppearanceSection />
      <ProtectionsSection />
      <UpdatesSection app={app} />
      <DataSection app={app} />
      <FleetSection />
      <OrganisationSection />
      <LicencesSection />
    </>
  )
}
