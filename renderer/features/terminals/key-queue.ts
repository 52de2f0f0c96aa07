// What is pressed goes out in its order, one message after the other, and what is pressed meanwhile
// goes together: each message is a row of the journal.
import type { PersonKey } from '../../../contract/call/powers/terminal.ts'

export type Typed = { readonly text: string; readonly keys: readonly PersonKey[] }

const MOST_TEXT = 4_000
const MOST_KEYS = 64
/** Long enough for a few keys, too short to be noticed. */
const WAIT_MS = 80

/** @param send false: it was not typed, so what is behind it is dropped. */
export function openKeyQueue(
  send: (typed: Typed) => Promise<boolean>,
  waitMs = WAIT_MS,
): { add(typed: Typed): void } {
  let waiting: Typed[] = []
  let going = false
  const run = async (): Promise<void> => {
    going = true
    await new Promise((done) => setTimeout(done, waitMs))
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      if (!(await send(next))) waiting = []
    going = false
  }
  return {
    add(typed) {
      const last = waiting.at(-1)
      const joined = last === undefined ? null : join(last, typed)
      if (joined === null) waiting.push(typed)
      else waiting[waiting.length - 1] = joined
      if (!going) void run()
    },
  }
}

/** Null: a text cannot come behind keys in one message, or it would be too long. */
function join(before: Typed, after: Typed): Typed | null {
  if (before.keys.length > 0 && after.text !== '') return null
  const text = before.text + after.text
  const keys = [...before.keys, ...after.keys]
  return text.length > MOST_TEXT || keys.length > MOST_KEYS ? null : { text, keys }
}

/** What was pasted or composed: its lines, with Enter between, and Tab for what indents them. */
export function typedOf(text: string): readonly Typed[] {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split(/([\n\t])/)
    .flatMap((part): readonly Typed[] =>
      part === ''
        ? []
        : part === '\n'
          ? [{ text: '', keys: ['Enter'] }]
          : part === '\t'
            ? [{ text: '', keys: ['Tab'] }]
            : [{ text: part, keys: [] }],
    )
}
