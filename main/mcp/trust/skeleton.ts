// Pure. When two names would be read as one: by case, width, look-alike letters, marks that are not
// seen, and separators. Digits at the end stay: `issue1` and `issue2` are two names.
import { LOOK_ALIKE_LETTERS } from '../../../contract/look-alike-letters.ts'

/**
 * Digits and letters that are taken for each other in many typefaces. Last, so that both sides have
 * gone through the rest.
 */
const AS_ONE: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '5': 's', '|': 'l' }

const UNSEEN = /[\p{M}\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
const SEPARATORS = /[\s._\-\u2010-\u2015\u2212\u30fb]/gu

/** One spelling for all names that a reader could take for one. Empty where nothing can be seen. */
export function skeleton(name: string): string {
  const plain = latin(name).replace(SEPARATORS, '')
  return plain
    .replace(/[01i5|]/g, (mark) => AS_ONE[mark] ?? mark)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/**
 * The same name but for case and separators: `readFile`, `read-file`, `read_file`. Nothing is taken
 * for anything else.
 */
export const folded = (name: string): string => name.toLowerCase().replace(/[._\- ]/g, '')

/**
 * Compatibility forms and look-alikes as Latin letters in lower case; what is not seen left out.
 */
export const latin = (name: string): string =>
  /^[ -~]*$/.test(name)
    ? name.toLowerCase()
    : name
        .replace(UNSEEN, '')
        .normalize('NFKD')
        .toUpperCase()
        .toLowerCase()
        .replace(UNSEEN, '')
        .replace(/[\u0080-\u{10ffff}]/gu, (letter) => LOOK_ALIKE_LETTERS[letter] ?? letter)

/** Something in it cannot be seen, or turns round how it is read. */
export const hasUnseen = (name: string): boolean =>
  /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u.test(name)
