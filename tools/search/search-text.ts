// What a search did not look at, said so that nobody takes it for searched; and names as one line.
import type { FoundFiles, FoundLines } from '../../contract/call/powers/file-power.ts'

/**
 * A line feed in a name must not make a line of its own, and nothing in a name may hide or turn the
 * rest.
 */
export const shownName = (name: string): string =>
  name.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffd]/gu,
    (each) => `\\u{${each.codePointAt(0)?.toString(16) ?? ''}}`,
  )

export function leftOutText(
  { cut, leftOut }: Pick<FoundFiles | FoundLines, 'cut' | 'leftOut'>,
  of: 'find' | 'search',
): readonly string[] {
  const { large, binary, unreadable, linked } = leftOut
  const each = [
    ...(binary > 0 ? [`${binary} binary`] : []),
    ...(large > 0 ? [`${large} over 10 MB`] : []),
    ...(unreadable > 0 ? [`${unreadable} that cannot be read`] : []),
    ...(linked > 0 ? [`${linked} with several names (hard links)`] : []),
  ]
  return [
    ...(cut === 'time'
      ? ['[Not everything was looked at: the time was up. Choose a deeper folder.]']
      : []),
    ...(cut === 'size'
      ? ['[Not everything was looked at: there are too many files. Choose a deeper folder.]']
      : []),
    ...(each.length === 0
      ? []
      : [`[Not ${of === 'find' ? 'listed' : 'searched'}: ${each.join(', ')}.]`]),
  ]
}
