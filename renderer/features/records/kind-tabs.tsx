import { EntryKind } from '../../../contract/record/entry.ts'
import css from './records.module.css'
import { strings } from './strings.ts'

/** Which kind is shown. Buttons and no tabs: each leads to an address of its own. */
export function KindTabs({
  kind,
  onKind,
}: {
  readonly kind: EntryKind
  onKind(kind: EntryKind): void
}) {
  return (
    <div className={css.kinds} role="group" aria-label={strings.choose}>
      {EntryKind.options.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === kind}
          className={css.kind}
          onClick={() => onKind(each)}
        >
          {strings.kinds[each]}
        </button>
      ))}
    </div>
  )
}
