// Loads and compiles what cleans and redacts a result, before one is waited for: the first page of a
// process would otherwise hold up everything else for as long as that takes. In small turns.
import { setTimeout as pause } from 'node:timers/promises'
import type { Redactor } from './redact/redactor.ts'
import { cleanLarge } from './sanitize/sanitize-slices.ts'

/**
 * Of each kind that pages have: prose, tables, letters beyond ASCII, long lines, what looks like a
 * token. Short enough to be looked at in this thread; for long ones there is another.
 */
const SAMPLES = [
  'One is told at length, as it was, and reads on. '.repeat(60),
  '| 1 | a value | ä\\|b |\n'.repeat(120),
  'Wörter für die Äste – “quoted”…\n'.repeat(90),
  `${'x'.repeat(3_000)} ${JSON.stringify({ id: 7, key: 'token', password: 'none' })}`,
  // Nothing in it is one, and everything that looks for one looks at it.
  'build-0123456789abcdefgh-42 https://example.org/a?b=c=1 auth: none',
]
/** By then the engine has compiled what is used most. */
const ROUNDS = 6
const BETWEEN_MS = 10

/** Ends early when `over` says so. Never throws. */
export async function warmUp(
  redactor: Pick<Redactor, 'text' | 'json'>,
  over: () => boolean = () => false,
): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const sample of SAMPLES) {
      if (over()) return
      const { text } = await cleanLarge(sample, { maxChars: Number.POSITIVE_INFINITY })
      await pause(BETWEEN_MS, undefined, { ref: false })
      await redactor.text(text)
      await redactor.json({ text }, [])
      await pause(BETWEEN_MS, undefined, { ref: false })
    }
  }
}
