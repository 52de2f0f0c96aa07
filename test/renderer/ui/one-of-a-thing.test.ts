// One of a thing is not called by the word for many: every sentence of the window that takes a number
// is asked for one.
import { expect, it } from 'vitest'

const files = Object.entries(
  import.meta.glob('../../../renderer/**/*{strings,text,words}.ts', {
    eager: true,
    query: '',
    import: '*',
  }),
)

const verbs = 'appears|asks|begins|changes|does|exists|has|holds|is|ms|reaches|runs|this|waits|was'
/** `1 rows`, `1 more lines`; not `1 s`, `0.1 of` or `R1 calls`, and not a verb behind a name: `1 asks`. */
const wrong = new RegExp(
  String.raw`(?<![\w.,:/-])1 (?:(?:more|other|protected|unchanged) )?(?!(?:\w+ss|${verbs})\b)[a-z]{2,}s\b`,
)

/** Where the word before is no number: it sends GET requests. */
const noNumber = /is added to your allowlist/

type Saying = (...values: readonly unknown[]) => unknown

/** What each of them says for one, counted as a number and as text: some take it one way only. */
function sentences(value: unknown, depth = 0): readonly (readonly string[])[] {
  if (typeof value === 'function') return [[1, '1'].flatMap((one) => saidFor(value as Saying, one))]
  if (value === null || typeof value !== 'object' || depth > 5) return []
  // A hook is no sentence, and asks React.
  return Object.entries(value).flatMap(([name, member]) =>
    name.startsWith('use') ? [] : sentences(member, depth + 1),
  )
}

function saidFor(say: Saying, one: unknown): readonly string[] {
  try {
    const said = say(one, one, one, one)
    return typeof said === 'string' ? [said] : []
  } catch {
    // It takes something else than numbers and words.
    return []
  }
}

it('finds the sentences with a count', () => {
  expect(files.flatMap(([, file]) => sentences(file)).flat().length).toBeGreaterThan(400)
})

it('uses the singular for one', () => {
  const faults = files.flatMap(([path, file]) =>
    sentences(file).flatMap((said) =>
      said.length > 0 && said.every((each) => wrong.test(each) && !noNumber.test(each))
        ? [`${path}: ${said[0]}`]
        : [],
    ),
  )
  expect([...new Set(faults)]).toEqual([])
})
