// Loads and compiles what cleans and redacts a result, before one is waited for: the first page of a
// process would otherwise hold up everything else for as long as that takes. In small turns.
import { setTimeout as pause } from 'node:timers/promises'
import type { Redactor } from './redact/redactor.ts'
import { cleanLarge } from './sanitize/sanitize-slices.ts'

/** Of each kind that pages have: prose, tables, letters beyond ASCII, long lines, what looks like a token. */
const SAMPLE = [
  'One is told at length, as it was, and reads on. '.repeat(60),
  '| 1 | a value | ä\\|b |\n'.repeat(120),
  'Wörter für die Äste – “quoted”…\n'.repeat(90),
  `${'x'.repeat(3_000)} ${JSON.stringify({ id: 7, key: 'token', password: 'none' })}`,
  // Nothing in it is one, and everything that looks for one looks at it.
  'build-0123456789abcdefgh-42 https://example.org/a?b=c=1 auth: none',
].join('\n')
/** By then the engine has compiled what is used most. */
const ROUNDS = 6
const PAUSE_MS = 50

/** Ends early when `over` says so. Never throws. */
export async function warmUp(
  redactor: Pick<Redactor, 'text' | 'json'>,
  over: () => boolean = () => false,
): Promise<void> {
  for (let round = 0; round < ROUNDS && !over(); round += 1) {
    const { text } = await cleanLarge(SAMPLE.repeat(1 + round), {
      maxChars: Number.POSITIVE_INFINITY,
    })
    await redactor.text(text)
    await redactor.json({ text: text.slice(0, 10_000) }, [])
    await pause(PAUSE_MS, undefined, { ref: false })
  }
}
