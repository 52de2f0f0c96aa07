// Typing with no time between the keys: text and key reach the page in one task, before anything
// can be drawn again.
import type { Locator } from '@playwright/test'

/**
 * Puts the text into the field at its caret as typing does, sign by sign, and then presses the key.
 */
export async function typeAtOnce(
  field: Locator,
  text: string,
  ...keys: readonly string[]
): Promise<void> {
  await field.focus()
  await field.evaluate(
    (box, { signs, pressed }) => {
      const press = (key: string): void =>
        void box.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        )
      // Nothing else types into a field as a person does.
      // oxlint-disable-next-line typescript/no-deprecated
      for (const sign of signs) document.execCommand('insertText', false, sign)
      for (const key of pressed) press(key)
    },
    { signs: Array.from(text), pressed: [...keys] },
  )
}
