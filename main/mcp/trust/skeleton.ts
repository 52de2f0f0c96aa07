// Pure. When two names would be read as one: by case, width, look-alike letters, marks that are not
// seen, and separators. Digits at the end stay: `issue1` and `issue2` are two names.

/**
 * Letters of other scripts that are drawn like a Latin one, and Latin ones with a stroke or without
 * a dot.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  ѕ: 's',
  і: 'i',
  ї: 'i',
  ј: 'j',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  һ: 'h',
  ӏ: 'l',
  г: 'r',
  п: 'n',
  ѵ: 'v',
  ь: 'b',
  // Greek
  α: 'a',
  β: 'b',
  γ: 'y',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  ϲ: 'c',
  ϳ: 'j',
  ζ: 'z',
  μ: 'u',
  // Latin beyond ASCII, Armenian, Cherokee in lower case
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
  ʀ: 'r',
  ꜱ: 's',
  ᴀ: 'a',
  ᴄ: 'c',
  ᴇ: 'e',
  ɪ: 'i',
  ᴏ: 'o',
  ᴜ: 'u',
  ɴ: 'n',
  ᴛ: 't',
  ᴠ: 'v',
  ᴡ: 'w',
  ᴢ: 'z',
  օ: 'o',
  ո: 'n',
  ս: 'u',
  հ: 'h',
  ց: 'g',
  ƒ: 'f',
}

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
        .replace(/[\u0080-\u{10ffff}]/gu, (letter) => LOOK_ALIKES[letter] ?? letter)

/** Something in it cannot be seen, or turns round how it is read. */
export const hasUnseen = (name: string): boolean =>
  /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u.test(name)
