// The button that adds a condition, and the one that takes it out, are gone once they are pressed.
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Condition } from './rule-text.ts'

/**
 * The focus goes on with a condition: into its first control when it is added, back to the button
 * that adds it when it is taken out. Done before the dialog sees that the pressed button is gone:
 * it would take the focus itself then, and again a frame later from whatever is typed in.
 * @returns where conditions have `data-condition`, and buttons that add them `data-adds`.
 */
export function useConditionFocus(
  there: readonly Condition[],
): RefObject<HTMLFieldSetElement | null> {
  const around = useRef<HTMLFieldSetElement>(null)
  const before = useRef(there)
  useLayoutEffect(() => {
    const added = there.find((key) => !before.current.includes(key))
    const gone = before.current.find((key) => !there.includes(key))
    before.current = there
    const next =
      added === undefined
        ? gone === undefined
          ? null
          : `[data-adds='${gone}']`
        : `[data-condition='${added}'] :is(input, textarea, button)`
    if (next !== null) around.current?.querySelector<HTMLElement>(next)?.focus()
  })
  return around
}
