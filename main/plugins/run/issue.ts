// What is wrong with a message, in words: the path and what is expected there.
import type { z } from 'zod'

export function issueOf(error: z.ZodError): string {
  const [first] = error.issues
  if (first === undefined) return 'it cannot be read'
  const path = first.path.map(String).join('.')
  if (first.code === 'unrecognized_keys')
    return `it has the unknown key ${first.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(', ')}`
  return `${path === '' ? 'the object' : path}: ${first.message}`
}
