// How the window looks, and which keys it listens to. Kept in the configuration, so that it is the same after every start.
import type { Look } from '../../../contract/look.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { setLook, useLook } from '../../state/look.ts'
import { Pick } from '../../ui/pick.tsx'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import css from './appearance-section.module.css'
import { SettingsPart } from './settings-part.tsx'
import { strings } from './strings.ts'

const { look: words } = strings
const sizes = [100, 115, 130, 150, 175, 200] as const

export function AppearanceSection({ focus }: { readonly focus: boolean }) {
  const bridge = useBridge()
  const look = useLook((now) => now)
  const set = (change: Partial<Look>): void => void setLook(bridge, change)
  const choices = <V extends string>(names: Readonly<Record<V, string>>) =>
    (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }))
  return (
    <SettingsPart title={words.title} text={words.text} focus={focus}>
      <div className={css.rows}>
        <div className={css.row}>
          <span>{words.theme}</span>
          <Pick wide label={words.theme} value={look.theme} choices={choices(words.themes)} onChange={(theme) => set({ theme })} />
        </div>
        <div className={css.row}>
          <span>{words.contrast}</span>
          <Pick
            wide
            label={words.contrast}
            value={look.contrast}
            choices={choices(words.contrasts)}
            onChange={(contrast) => set({ contrast })}
          />
        </div>
        <div className={css.row}>
          <span>{words.density}</span>
          <Pick
            wide
            label={words.density}
            value={look.density}
            choices={choices(words.densities)}
            onChange={(density) => set({ density })}
          />
        </div>
        <div className={css.row}>
          <span>{words.size}</span>
          <Pick
            wide
            label={words.size}
            value={String(look.textPercent)}
            choices={sizes.map((percent) => ({ value: String(percent), label: words.percent(percent) }))}
            onChange={(text) => set({ textPercent: sizes.find((percent) => String(percent) === text) ?? 100 })}
          />
        </div>
        <div className={css.row}>
          <span>
            {words.keys}
            <span className={css.note}>{words.keysText}</span>
          </span>
          <ToggleSwitch label={words.keys} on={look.singleKeys} onChange={(singleKeys) => set({ singleKeys })} />
        </div>
      </div>
    </SettingsPart>
  )
}
