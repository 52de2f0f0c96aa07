// How the text is, and what can be done with it.
import { Save, Search } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { DiscardButton } from '../../../ui/editing/discard-button.tsx'
import type { Checked } from '../use-check.ts'
import css from './editor.module.css'
import { editor as words } from './editor-text.ts'
import policyCss from '../policy.module.css'

type Props = {
  readonly checked: Checked
  readonly dirty: boolean
  readonly canSave: boolean
  /** What was said last; empty for nothing. */
  readonly said: string
  onFind(): void
  onRevert(): void
  onSimulate(): void
  onSave(): void
}

const stateWords = ({ checked, dirty, said }: Props): string =>
  [
    checked.problems.length > 0
      ? words.mistakes(checked.problems.length)
      : checked.busy
        ? words.checking
        : words.fine,
    ...(checked.warnings.length > 0 ? [words.warnings(checked.warnings.length)] : []),
    dirty ? words.changed : said === '' ? words.same : said,
  ].join(' · ')

export function EditorHead(props: Props) {
  const { checked, dirty, canSave, onFind, onRevert, onSimulate, onSave } = props
  const broken = checked.problems.length > 0
  return (
    <div className={css.tools}>
      <span
        role="status"
        title={dirty ? words.stays : undefined}
        className={css.state}
        data-tone={broken ? 'bad' : undefined}
      >
        {stateWords(props)}
      </span>
      <span className={policyCss.space} />
      <Button size="small" icon={<Search size={14} aria-hidden="true" />} onClick={onFind}>
        {words.find}
      </Button>
      {dirty ? <DiscardButton onDiscard={onRevert} /> : null}
      <Button size="small" onClick={onSimulate}>
        {words.simulate}
      </Button>
      <Button
        size="small"
        tone="strong"
        icon={<Save size={14} aria-hidden="true" />}
        disabled={!canSave}
        focusableWhenDisabled
        title={dirty && broken ? words.mend : undefined}
        onClick={() => canSave && onSave()}
      >
        {words.save}
      </Button>
    </div>
  )
}
