// Numbers and keys that carry a check: payment cards, bank accounts, keys of Bitcoin. Without a
// good check nothing is found.
import { createHash } from 'node:crypto'
import type { Finding } from '../known-secrets.ts'
import { charactersOf, hasRun, runsOf } from '../long-tokens.ts'

export const checkedRules: readonly string[] = ['payment-card', 'iban', 'bitcoin-key']

const SPACED = charactersOf(/[A-Z0-9 -]/)
const ALNUM = charactersOf(/[A-Za-z0-9]/)
const CARD = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)/g
/** First digits that card networks give out, and how long their numbers are. */
const ISSUERS =
  /^(?:4\d{12}(?:\d{3}|\d{6})?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11,16}|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|35(?:2[89]|[3-8]\d)\d{12,15}|62\d{14,17}|(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}|220[0-4]\d{12,15}|60\d{14}|9792\d{12})$/
const GROUPED = /^(?:\d+|\d{4}([ -])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ -])\d{6}\2\d{4,5})$/
const IBAN = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g
/** Characters of a bank account number by country (ISO 13616). */
const LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BI: 27,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DJ: 27,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FK: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HN: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MN: 20,
  MR: 27,
  MT: 31,
  MU: 30,
  NI: 28,
  NL: 18,
  NO: 15,
  OM: 23,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  RU: 33,
  SA: 24,
  SC: 31,
  SD: 18,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  SO: 23,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
  YE: 30,
}
const WIF = /(?<![A-Za-z0-9])(?:[5KLc9][1-9A-HJ-NP-Za-km-z]{50,51})(?![A-Za-z0-9])/g

/** Whether a text can hold any of them. Cheap. */
export const hasSpacedRun = (text: string): boolean => hasRun(text, SPACED, 13)

export function findChecked(text: string): Finding[] {
  const found: Finding[] = []
  for (const run of runsOf(text, SPACED, 13)) {
    const piece = text.slice(run.start, run.end)
    if (!/\d[ -]?\d/.test(piece)) continue
    // With what is around, so that a number inside of something longer is none.
    const from = Math.max(0, run.start - 2)
    const near = text.slice(from, run.end + 2)
    for (const { 0: card, index } of near.matchAll(CARD))
      if (isCard(card))
        found.push({ start: from + index, end: from + index + card.length, name: 'payment-card' })
    for (const { 0: written, index } of near.matchAll(IBAN)) {
      const length = ibanLength(written)
      if (length > 0 && !/^[A-Za-z0-9]/.test(near.slice(index + length)))
        found.push({ start: from + index, end: from + index + length, name: 'iban' })
    }
  }
  if (!hasRun(text, ALNUM, 51)) return found
  for (const { 0: key, index } of text.matchAll(WIF))
    if (isWif(key)) found.push({ start: index, end: index + key.length, name: 'bitcoin-key' })
  return found
}

function isCard(written: string): boolean {
  const digits = written.replace(/[ -]/g, '')
  if (!ISSUERS.test(digits) || !GROUPED.test(written)) return false
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    sum += at % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit
  }
  return sum % 10 === 0
}

/** How much of it is an account number; 0: nothing. */
function ibanLength(written: string): number {
  const wanted = LENGTHS[written.slice(0, 2)]
  if (wanted === undefined) return 0
  let end = 0
  let count = 0
  for (; end < written.length && count < wanted; end++) if (written[end] !== ' ') count += 1
  if (count < wanted) return 0
  const plain = written.slice(0, end).replaceAll(' ', '')
  let rest = 0
  for (const sign of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1 ? end : 0
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 with the first four bytes of a double hash at its end. */
function isWif(text: string): boolean {
  let number = 0n
  // Nine digits at once stay below the largest safe number.
  for (let at = 0; at < text.length; at += 9) {
    const digits = text.slice(at, at + 9)
    let value = 0
    for (const sign of digits) value = value * 58 + ALPHABET.indexOf(sign)
    number = number * BigInt(58 ** digits.length) + BigInt(value)
  }
  const hex = number.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  if (bytes.length !== 37 && bytes.length !== 38) return false
  const hash = (data: Buffer): Buffer => createHash('sha256').update(data).digest()
  return hash(hash(bytes.subarray(0, -4)))
    .subarray(0, 4)
    .equals(bytes.subarray(-4))
}
