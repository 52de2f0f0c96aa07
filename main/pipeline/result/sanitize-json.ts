// What a server gave as structured data, made fit like its text: nothing hides in it, and no escape
// code can keep a secret in pieces until it is shown. Numbers, shapes and plain words stay as they
// are.
import type { Json } from '../../../contract/json.ts'

type Clean = (
  text: string,
  limits: { readonly maxChars: number },
) =>
  | { readonly text: string; readonly flags: readonly string[] }
  | Promise<{ readonly text: string; readonly flags: readonly string[] }>

/** Anything else has to be looked at. */
const PLAIN = /^[\t\n -~]*$/

/**
 * The value itself where nothing in it changes, as in nearly every one. `flags`: what was found,
 * each once.
 */
export async function sanitizeJson(
  data: Json,
  clean: Clean,
): Promise<{ readonly data: Json; readonly flags: readonly string[] }> {
  const flags = new Set<string>()
  const text = async (dirty: string): Promise<string> => {
    if (PLAIN.test(dirty)) return dirty
    const cleaned = await clean(dirty, { maxChars: Number.POSITIVE_INFINITY })
    for (const flag of cleaned.flags) flags.add(flag)
    return cleaned.text
  }
  const visit = async (at: Json): Promise<Json> => {
    if (typeof at === 'string') return text(at)
    if (at === null || typeof at !== 'object') return at
    if (Array.isArray(at)) {
      const list: Json[] = []
      for (const member of at as readonly Json[]) list.push(await visit(member))
      return list
    }
    const members: [string, Json][] = []
    for (const [key, member] of Object.entries(at))
      members.push([await text(key), await visit(member)])
    return Object.fromEntries(members)
  }
  return isPlain(data) ? { data, flags: [] } : { data: await visit(data), flags: [...flags] }
}

function isPlain(at: Json): boolean {
  if (typeof at === 'string') return PLAIN.test(at)
  if (at === null || typeof at !== 'object') return true
  if (Array.isArray(at)) return (at as readonly Json[]).every(isPlain)
  return Object.entries(at).every(([key, member]) => PLAIN.test(key) && isPlain(member))
}
