// What the desktop app does around its window.
import { useId } from 'react'
import type { DesktopConfig } from '../../../contract/desktop/desktop.ts'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import css from './settings-screen.module.css'
import { SettingsPart } from './settings-part.tsx'
import { strings } from './strings.ts'
import { useSave } from './use-save.ts'

const words = strings.desktop
const switches = [
  ['approvalWindow', words.approvalWindowText],
  ['approveFromNotification', words.approveFromNotificationText],
  ['openAtLogin', words.openAtLoginText],
] as const satisfies readonly (readonly [keyof DesktopConfig, string])[]

export function DesktopSection({ app }: { readonly app: AppState }) {
  const { state, save } = useSave()
  const id = useId()
  return (
    <SettingsPart topic="desktop" title={words.title} text={words.text}>
      {app.host === 'electron' ? null : <p className={css.hint}>{words.elsewhere}</p>}
      {switches.map(([name, text]) => (
        <div key={name}>
          <div className={css.switchRow}>
            <ToggleSwitch
              label={words[name]}
              on={app.desktop[name]}
              describedBy={`${id}${name}`}
              onChange={(on) => void save({ desktop: { [name]: on } })}
            />
            <span>{words[name]}</span>
          </div>
          <p className={css.hint} id={`${id}${name}`}>
            {text}
          </p>
        </div>
      ))}
      {state.kind === 'failed' ? (
        <Notice tone="bad" alert>
          <TroubleText {...state.error} />
        </Notice>
      ) : null}
    </SettingsPart>
  )
}
