// What a person sets, and what this machine can hold. Every value is main's; a field only proposes a change.
import { FileWarning } from 'lucide-react'
import type { AppState } from '../../../contract/app-state.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live-store.ts'
import { switchGuard } from '../../state/set-guard.ts'
import { Facts, Notice, TroubleText } from '../../ui/panel.tsx'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { AttentionSection } from './attention-section.tsx'
import { CredentialsSection } from './credentials-section.tsx'
import { ModelSection } from './model-section.tsx'
import { PresenceSection } from './presence-section.tsx'
import { ProtectionsSection } from './protections-section.tsx'
import { SavedField } from './saved-field.tsx'
import { SettingsPart } from './settings-part.tsx'
import css from './settings-screen.module.css'
import { strings } from './strings.ts'

/** `part`: the topic a link leads to. */
export function SettingsScreen({ part }: { readonly part: string | null }) {
  const app = useLive((live) => live.app)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="region" aria-label={strings.title}>
      <div className={css.page}>
        <header className={css.top}>
          <h1>{strings.title}</h1>
          <p>{strings.intro}</p>
        </header>
        {app === null ? null : <Parts app={app} part={part} />}
      </div>
    </div>
  )
}

/** Said at the top of the screen too; here it stands where it can be mended. */
function ConfigTrouble({ problem }: { readonly problem: AppState['config']['problem'] }) {
  if (problem === null) return null
  return (
    <Notice tone="warn" icon={<FileWarning size={16} aria-hidden="true" />}>
      <b>{strings.configTrouble(problem.line)}</b> <TroubleText text={problem.text} hint={problem.hint} />
    </Notice>
  )
}

/** Whole seconds as the configuration allows them; null for anything else. */
export function readSeconds(text: string): number | null {
  const seconds = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0
  return seconds >= 1 && seconds <= 86_400 ? seconds : null
}

function Parts({ app, part }: { readonly app: AppState; readonly part: string | null }) {
  const bridge = useBridge()
  return (
    <>
      <SettingsPart title={strings.workspace} text={strings.workspaceText} focus={part === 'workspace'}>
        <SavedField
          label={strings.folder}
          value={app.workspace.path}
          mono
          patch={(path) => ({ workspace: path.trim() === '' ? null : path.trim() })}
        />
        {app.workspace.ready ? null : <Notice tone="warn">{app.workspace.text}</Notice>}
        <ConfigTrouble problem={app.config.problem} />
      </SettingsPart>
      <ModelSection model={app.model} />
      <SettingsPart title={strings.guard} text={strings.guardText} focus={part === 'guard'}>
        <div className={css.switchRow}>
          <ToggleSwitch label={strings.guard} on={app.guard.on} onChange={(on) => switchGuard(bridge, on)} />
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
      <SettingsPart title={strings.approvals} text={strings.approvalsText} focus={part === 'approvals'}>
        <SavedField
          label={strings.timeout}
          value={String(app.approvalTimeoutSeconds)}
          inputMode="numeric"
          check={(text) => (readSeconds(text) === null ? strings.timeoutBad : null)}
          patch={(text) => ({ approvals: { timeoutSeconds: readSeconds(text) ?? app.approvalTimeoutSeconds } })}
        />
      </SettingsPart>
      <AttentionSection />
      <PresenceSection />
      <CredentialsSection />
      <AppearanceSection focus={part === 'appearance'} />
      <ProtectionsSection focus={part === 'protections'} />
      <SettingsPart title={strings.data}>
        <Facts
          facts={[
            { key: strings.file, value: <code>{app.config.file}</code> },
            { key: strings.policy, value: <code>{app.policyHash}</code> },
            { key: strings.version, value: app.version },
          ]}
        />
      </SettingsPart>
    </>
  )
}
