// What is wrong with a message, in words: the path and what is expected there.
import type { z } from 'zod'
import { dottedPath, issueText } from '../../../contract/issue-text.ts'

/** @param whole the message. */
export function issueOf(error: z.ZodError, whole: unknown): string {
  const [first] = error.issues
  if (first === undefined) return 'it cannot be read'
  if (first.code === 'unrecognized_keys')
    return `it has the unknown key ${first.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(', ')}`
  if (first.code === 'invalid_union' && first.path.length === 1 && 'options' in first)
    return `${String(first.path[0])} must be one of ${(first.options ?? []).map(String).join(', ')}`
  const beyond = beyondAll(whole)
  if (beyond !== null && first.path.every((step, at) => step === beyond[at]))
    return `${dottedPath(beyond)} is a number that is too large`
  const words = issueText(first, whole)
  return first.path.length === 0 ? `it ${words}` : words.replace(': ', ' ')
}

/** Where a number is of which the parser makes infinity. The message nests no deeper than is taken. */
function beyondAll(value: unknown): readonly (string | number)[] | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  const isList = Array.isArray(value)
  for (const [key, member] of Object.entries(value)) {
    const below = beyondAll(member)
    if (below !== null) return [isList ? Number(key) : key, ...below]
  }
  return null
}
