// How much agents do without asking: one press for each preset there is.
import { Circle, CircleDot, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { standardPresets } from '../../../contract/policy/preset.ts'
import { presetName, RECOMMENDED, usePreset } from '../../state/policy/use-preset.ts'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import css from './first-run.module.css'
import { strings } from './strings.ts'

/** `short`: in few words, side by side. */
export function ChoosePreset({ short = false }: { readonly short?: boolean }) {
  const { name, presets, noCopy, choose } = usePreset()
  const [chosen, setChosen] = useState<string | null>(null)
  if (name === null || presets === null) return null
  const press = async (preset: string): Promise<void> => {
    setChosen(null)
    if (await choose(preset)) setChosen(preset)
  }
  return (
    <div className={css.presets}>
      <ul className={css.choices} data-short={short} aria-label={strings.preset}>
        {Object.entries(presets).map(([each, { description }]) => (
          <li key={each}>
            <button
              type="button"
              className={css.choice}
              aria-pressed={each === name}
              onClick={() => void press(each)}
            >
              {each === name ? (
                <CircleDot size={16} aria-hidden="true" />
              ) : (
                <Circle size={16} aria-hidden="true" />
              )}
              <span className={css.choiceName}>
                <b>{presetName(each)}</b>
                {each === RECOMMENDED && !short ? (
                  <span className={css.tag}>{strings.recommended}</span>
                ) : null}
              </span>
              <span className={css.text}>{short ? shortOf(each, description) : description}</span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={css.text}>
        {chosen === null ? '' : strings.presetChosen(presetName(chosen))}
      </p>
      {noCopy === null ? null : (
        <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          {noCopy.denied ? <b>{strings.noCopy} </b> : null}
          <TroubleText text={noCopy.text} hint={noCopy.how ?? undefined} />
        </Notice>
      )}
    </div>
  )
}

/** What a person wrote in the place of a shipped one is said in their words. */
const shortOf = (name: string, description: string): string =>
  standardPresets[name]?.description === description
    ? (strings.presetShort[name] ?? description)
    : description
