// The first stop of Tab: past the bar and the rail, into the screen. Seen only while it has the
// focus.
import { words } from './frame-text.ts'
import css from './skip-link.module.css'

export function SkipLink() {
  const skip = (): void => document.querySelector<HTMLElement>('main')?.focus()
  return (
    <button type="button" className={css.skip} onClick={skip}>
      {words.skip}
    </button>
  )
}
