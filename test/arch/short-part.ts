// What a plain `npm test` runs, read from the text of the tests: all of it but the tests that are
// marked @whole (test/whole.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type TestFile = { readonly path: string; readonly text: string; readonly short: string }

const BEGIN = /^\s*(?:it|test|describe|installed)\b/
const MARKED = / @whole['"`]/

/** Every test and spec, with the text of what is in the short part. */
export function testFiles(folder: string): readonly TestFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name) && !name.includes('node_modules'))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { path: `test/${name.replaceAll('\\', '/')}`, text, short: shortOf(text) }
    })
}

/** Without the tests that are marked, from their first line to the one that closes them. */
export function shortOf(text: string): string {
  if (/^\/\/ @module-tag whole$/m.test(text)) return ''
  const lines = text.split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (!MARKED.test(line)) {
      kept.push(line)
      continue
    }
    // Where the name is on a line of its own, or behind a table, the call began before.
    const first = BEGIN.test(line) ? kept.length : kept.findLastIndex((one) => BEGIN.test(one))
    const indent = /^\s*/.exec(kept[first] ?? line)?.[0] ?? ''
    kept.length = Math.max(first, 0)
    const ends = (one: string): boolean =>
      one.startsWith(`${indent}}`) || one.startsWith(`${indent})`)
    while (at + 1 < lines.length && !ends(lines[at + 1] ?? '')) at += 1
    at += 1
  }
  return kept.join('\n')
}
