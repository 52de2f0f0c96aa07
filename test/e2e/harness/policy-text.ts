// The text of the policy in its editor, which is no field of the browser and has no value to ask for.
import type { Locator, Page } from '@playwright/test'

export const policyEditor = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Text of the configuration file' })

/** What the editor offers for the text as it is: a press on what it offered for an earlier one does nothing. */
export const offered = (page: Page, name: RegExp | string): Locator =>
  page
    .locator('.cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)')
    .getByRole('option', { name })

/** All lines, as long as they fit the window: the editor draws no others. */
export const policyText = (page: Page): Promise<string> =>
  policyEditor(page).evaluate((box) =>
    [...box.querySelectorAll('.cm-line')].map((line) => line.textContent ?? '').join('\n'),
  )

/** In place of all that is there, as a person would paste it over. */
export async function writeOver(editor: Locator, text: string): Promise<void> {
  await editor.press('Control+a')
  await editor.page().keyboard.insertText(text)
}
