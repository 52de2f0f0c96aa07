// Keeps a result that is too long for a model, cleaned and redacted once, so that it can be read in
// pages.
import type { CallResult } from '../../../contract/call/call.ts'
import type { CallId, RunId } from '../../../contract/ids.ts'
import { sanitizeOutput, type Cleaning } from './sanitize-output.ts'

/** Characters of one result. */
export const MOST_KEPT = 500_000

/** Keeps it; false where it cannot be kept now. Must not throw. */
export type KeepLong = (callId: CallId, runId: RunId, text: string) => boolean

/** @param shown what a model is given of it. */
export async function keepLong(
  raw: string,
  shown: string,
  { id, runId }: { readonly id: CallId; readonly runId: RunId | null },
  keep: KeepLong,
  cleaning: Cleaning,
): Promise<Pick<CallResult, 'stored'>> {
  if (runId === null) return {}
  const { text } = await sanitizeOutput(raw, MOST_KEPT, cleaning)
  return keep(id, runId, text) ? { stored: { chars: text.length, from: alike(text, shown) } } : {}
}

/** How many characters two texts begin with alike. */
function alike(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  for (let at = 0; at < most; at++) if (a[at] !== b[at]) return at
  return most
}
