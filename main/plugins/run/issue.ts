// What is wrong with a message, in words: the place and what is expected there.
import type { z } from 'zod'

export function issueOf(error: z.ZodError): string {
  const [first] = error.issues
  if (first === undefined) return 'it cannot be read'
  const place = first.path.map(String).join('.')
  if (first.code === 'unrecognized_keys')
    return `it has the unknown key ${first.keys.map((key) => JSON.stringify(key.slice(0, 60))).join(', ')}`
  return `${place === '' ? 'the object' : place}: ${first.message}`
}
