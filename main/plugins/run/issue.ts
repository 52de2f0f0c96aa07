// What is wrong with a message, in words: the path and what is expected there.
import type { z } from 'zod'
import { issueText } from '../../../contract/issue-text.ts'

/** @param whole the message. */
export function issueOf(error: z.ZodError, whole: unknown): string {
  const [first] = error.issues
  if (first === undefined) return 'it cannot be read'
  if (first.code === 'unrecognized_keys')
    return `it has the unknown key ${first.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(', ')}`
  if (first.code === 'invalid_union' && first.path.length === 1 && 'options' in first)
    return `${String(first.path[0])} must be one of ${(first.options ?? []).map(String).join(', ')}`
  const words = issueText(first, whole)
  return first.path.length === 0 ? `it ${words}` : words.replace(': ', ' ')
}
