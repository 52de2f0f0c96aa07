// How the window looks, and which keys it listens to. Kept in the configuration, so that it is the
// same after every start.
import type { Appearance } from '../../../contract/desktop/appearance.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { setAppearance, useAppearance } from '../../state/appearance.ts'
import { Button } from '../../ui/button.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import css from './appearance-section.module.css'
import { SettingsPart } from './settings-part.tsx'
import { strings } from './strings.ts'

const { appearance: words } = strings
/** As a configuration without these keys has it. */
const usual = {
  theme: 'system',
  contrast: 'system',
  density: 'comfortable',
  textPercent: 100,
  singleKeyShortcuts: true,
} as const
const sizes = [100, 115, 130, 150, 175, 200] as const

export function AppearanceSection() {
  const bridge = useBridge()
  const appearance = useAppearance((now) => now)
  const set = (change: Partial<Appearance>): void => void setAppearance(bridge, change)
  const choices = <V extends string>(names: Readonly<Record<V, string>>) =>
    (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }))
  const changed = (Object.keys(usual) as (keyof typeof usual)[]).some(
    (key) => appearance[key] !== usual[key],
  )
  return (
    <SettingsPart topic="appearance" title={words.title} text={words.text}>
      <div className={css.rows}>
        <div className={css.row}>
          <span>{words.theme}</span>
          <Pick
            wide
            label={words.theme}
            value={appearance.theme}
            choices={choices(words.themes)}
            onChange={(theme) => set({ theme })}
          />
        </div>
        <div className={css.row}>
          <span>{words.contrast}</span>
          <Pick
            wide
            label={words.contrast}
            value={appearance.contrast}
            choices={choices(words.contrasts)}
            onChange={(contrast) => set({ contrast })}
          />
        </div>
        <div className={css.row}>
          <span>{words.density}</span>
          <Pick
            wide
            label={words.density}
            value={appearance.density}
            choices={choices(words.densities)}
            onChange={(density) => set({ density })}
          />
        </div>
        <div className={css.row}>
          <span>{words.size}</span>
          <Pick
            wide
            label={words.size}
            value={String(appearance.textPercent)}
            choices={sizes.map((percent) => ({
              value: String(percent),
              label: words.percent(percent),
            }))}
            onChange={(text) =>
              set({ textPercent: sizes.find((percent) => String(percent) === text) ?? 100 })
            }
          />
        </div>
        <div className={css.row}>
          <span>
            {words.keys}
            <span className={css.note}>{words.keysText}</span>
          </span>
          <ToggleSwitch
            label={words.keys}
            on={appearance.singleKeyShortcuts}
            onChange={(singleKeyShortcuts) => set({ singleKeyShortcuts })}
          />
        </div>
      </div>
      {changed ? (
        <div>
          <Button size="small" onClick={() => set(usual)}>
            {words.reset}
          </Button>
        </div>
      ) : null}
    </SettingsPart>
  )
}
