// How much agents do without asking: one press for each preset there is.
import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { RECOMMENDED, usePreset } from '../../state/use-preset.ts'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import css from './first-run.module.css'
import { strings } from './strings.ts'

export function ChoosePreset() {
  const { name, presets, noCopy, choose } = usePreset()
  const [chosen, setChosen] = useState<string | null>(null)
  const group = useId()
  if (name === null || presets === null) return null
  const press = async (preset: string): Promise<void> => {
    setChosen(null)
    if (await choose(preset)) setChosen(preset)
  }
  return (
    <div className={css.presets}>
      <fieldset className={css.choices}>
        <legend className={css.hidden}>{strings.preset}</legend>
        {Object.entries(presets).map(([each, { description }]) => (
          <label key={each} className={css.choice} data-chosen={each === name}>
            <input
              type="radio"
              name={group}
              value={each}
              checked={each === name}
              onChange={() => void press(each)}
            />
            <span className={css.choiceName}>
              <b>{strings.presetNames[each] ?? each}</b>
              {each === RECOMMENDED ? <span className={css.tag}>{strings.recommended}</span> : null}
            </span>
            <span className={css.text}>{description}</span>
          </label>
        ))}
      </fieldset>
      <p role="status" className={css.text}>
        {chosen === null ? '' : strings.presetChosen(strings.presetNames[chosen] ?? chosen)}
      </p>
      {noCopy === null ? null : (
        <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          <b>{strings.noCopy}</b> <TroubleText text={noCopy.text} hint={noCopy.how ?? undefined} />
        </Notice>
      )}
    </div>
  )
}
