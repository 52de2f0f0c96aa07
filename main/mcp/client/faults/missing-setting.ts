// Which variable a program says that it lacks, as servers that need a key do before they end. Pure. The
// name goes into a sentence that models read too, so it is a name of a setting and nothing else.

const NAME = String.raw`[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{1,20}){0,6}_(?:KEY|TOKEN|SECRET|PASSWORD|PAT|ID|URL|URI|HOST|DOMAIN|USER|USERNAME|EMAIL|REGION|ENDPOINT|DSN)`
const LACKS = String.raw`(?:required|missing|not (?:set|found|defined|provided)|undefined|must (?:be )?(?:set|provided?|specif\w+)|needs?|please (?:set|provide)|no value|KeyError)`
const PATTERNS = [
  new RegExp(String.raw`\b(${NAME})\b[^\n]{0,80}?\b${LACKS}`, 'i'),
  new RegExp(String.raw`\b${LACKS}[^\n]{0,80}?\b(${NAME})\b`, 'i'),
] as const
const EXACT = new RegExp(`^${NAME}$`)
const LINES = 40
const CHARS = 500

/** The latest that is named; null: it names none. */
export function missingSetting(lines: readonly string[]): string | null {
  for (const line of lines.slice(-LINES).toReversed())
    for (const pattern of PATTERNS) {
      const name = pattern.exec(line.slice(0, CHARS))?.[1]
      if (name !== undefined && EXACT.test(name)) return name
    }
  return null
}
