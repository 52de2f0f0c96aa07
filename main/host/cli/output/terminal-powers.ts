// What the terminal that the environment names can show. Pure.

type Env = Readonly<Record<string, string | undefined>>

/** Whether it moves its cursor and clears lines. A terminal without a name is known to do nothing. */
export const canBeDrawnOn = ({ TERM: name }: Env, platform: string): boolean =>
  name === undefined || name === '' ? platform === 'win32' : name !== 'dumb' && name !== 'unknown'

/**
 * Whether it shows more than ASCII: the first of LC_ALL, LC_CTYPE and LANG that is set has to name
 * UTF-8. Where none is set, nothing says otherwise.
 */
export function showsUnicode({ LC_ALL: all, LC_CTYPE: letters, LANG: language }: Env): boolean {
  const locale = [all, letters, language].find((each) => each !== undefined && each !== '')
  return locale === undefined || /utf-?8/i.test(locale)
}

/** For a terminal that shows ASCII alone: signs of ours by their likes, all else by its code. */
export const inAscii = (text: string): string =>
  text.replaceAll(
    /[^\0-\u007f]/gu,
    (letter) => ours[letter] ?? `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`,
  )

const ours: Readonly<Record<string, string>> = {
  '…': '...',
  '×': 'x',
  '“': '"',
  '”': '"',
  '’': "'",
  '–': '-',
  '→': '->',
}
