import { Pick } from '../../../ui/picks/pick.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import css from '../policy.module.css'
import { strings } from '../strings.ts'
import type { EffectChoice, FoundRules } from './use-found-rules.ts'

const { rules: words } = strings

/** Looks for rules by a text and by what they do, and says how many there are. */
export function RuleFinder({ all, list, text, effect, setText, setEffect }: FoundRules) {
  return (
    <>
      <SearchField
        label={words.find}
        placeholder={words.findPlaceholder}
        value={text}
        onChange={setText}
      />
      <Pick<EffectChoice>
        label={words.effect}
        value={effect}
        neutral="any"
        choices={[
          { value: 'any', label: words.any },
          ...(['deny', 'confirm', 'allow'] as const).map((value) => ({
            value,
            label: strings.effects[value],
          })),
        ]}
        onChange={setEffect}
      />
      <span className={css.quiet}>{words.shown(list.length, all.length)}</span>
    </>
  )
}
