// What stories have in common: words that anyone who shows a part would give it, and texts that are
// hard to draw.

export const nothing = (): void => undefined
export const sameLines = (lines: number): string => `${lines} lines are the same`
/** A zero-width space, a right-to-left override, a bell. */
export const hidden = 'rm -rf ./bu\u200bild\u202e/emoh/ \u0007'
export const longPath =
  'packages/site/src/components/navigation/secondary/drop-down-menu-with-keyboard-support.stories.tsx'
