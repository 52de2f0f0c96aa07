// Ripgrep in the sandbox as a first look: with it and without it the same is found, and it sees no
// more than the search may.
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRunner } from '../../../main/sandbox/runner.ts'
import { isOfSystem, ripgrepIn, type Prefilter } from '../../../main/sandbox/search/ripgrep.ts'
import { literal } from '../../../main/sandbox/search/pattern.ts'
import { scratchFolder } from '../scratch.ts'
import { searching, toSearch } from './searching.ts'
import { many } from '../../soak.ts'

const root = scratchFolder('ripgrep')
const [workspace, home, scratch] = ['ws', 'home', 'scratch'].map((name) => join(root, name)) as [
  string,
  string,
  string,
]
for (const folder of [workspace, home, scratch]) mkdirSync(folder)
const runner = openRunner({ stop: [], home, scratch })
afterAll(() => runner.dispose())

/** What it was asked and what it answered. */
const answers: (readonly string[] | null)[] = []
const real = ripgrepIn(runner.start, join(root, 'search'))
const noted: Prefilter = async (job) => {
  const answer = await real(job)
  answers.push(answer)
  return answer
}

const words = ['one', 'Two', 'größe', 'x-1', '-e', '"', "'", '$HOME', '\\', 'caf\xe9'] as const

beforeAll(() => {
  for (let at = 0; at < 400; at += 1) {
    const folder = join(workspace, ['', 'sub', '-dash', 'two words'][at % 4] ?? '')
    mkdirSync(folder, { recursive: true })
    const text = Array.from({ length: 5 }, (_, line) => words[(at * 7 + line * 3) % words.length])
    writeFileSync(
      join(folder, `${at % 3 === 0 ? '-' : ''}f${at}.txt`),
      Buffer.from(text.join(at % 2 === 0 ? '\n' : ' '), at % 5 === 0 ? 'latin1' : 'utf8'),
    )
  }
  writeFileSync(join(workspace, 'wide.txt'), Buffer.from('\ufeffone größe', 'utf16le'))
  writeFileSync(join(workspace, 'marked.txt'), '\ufeffone größe')
  writeFileSync(join(workspace, 'evil\nname.txt'), 'one größe')
  writeFileSync(join(root, 'outside.txt'), 'one outside')
  symlinkSync(join(root, 'outside.txt'), join(workspace, 'link.txt'))
})

describe.runIf(existsSync('/usr/bin/rg'))(
  'a search with ripgrep before it (skipped where there is none)',
  () => {
    it('finds what it finds without @whole', { timeout: 600_000 }, async () => {
      const [plain, helped] = [
        await searching({ workspace }),
        await searching({ workspace, prefilter: noted }),
      ]
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(
            ...words,
            '^one',
            'size$',
            'e$',
            '[^a-z]',
            'o.e',
            'caf',
            'nothing at all',
          ),
          fc.boolean(),
          fc.boolean(),
          async (pattern, literally, ignoreCase) => {
            const request = toSearch(pattern, { literally, ignoreCase })
            const [without, with_] = [
              await plain.search('.', request),
              await helped.search('.', request),
            ]
            // How many were looked into differs; what was found does not.
            expect(found(with_)).toEqual(found(without))
          },
        ),
        { numRuns: many(12, 5) },
      )
      expect(answers.filter((answer) => answer !== null).length).toBeGreaterThan(3)
    })

    it('is asked of files that it is shown, and of no others', async () => {
      const job = { files: ['wide.txt'], ignoreCase: false }
      const signal = new AbortController().signal
      expect(await real({ ...job, root: workspace, pattern: literal('one'), signal })).toEqual([
        'wide.txt',
      ])
      // Where a link leads is not there: whatever it complains of, its answer does not count.
      expect(
        await real({
          ...job,
          files: ['wide.txt', 'link.txt'],
          root: workspace,
          pattern: literal('one'),
          signal,
        }),
      ).toBeNull()
      expect(await real({ ...job, root: '/usr', pattern: literal('one'), signal })).toBeNull()
      expect(
        await ripgrepIn(
          async () => Promise.reject(new Error('no sandbox')),
          join(root, 'other'),
        )({
          ...job,
          root: workspace,
          pattern: literal('one'),
          signal,
        }),
      ).toBeNull()
    })

    it('runs only what the system installed', () => {
      const own = join(root, 'rg')
      writeFileSync(own, '#!/bin/sh\n')
      chmodSync(own, 0o777)
      expect(['/usr/bin/rg', own, '/usr/bin/no-such', '/usr/bin'].map(isOfSystem)).toEqual([
        ...[true, false, false, false],
      ])
    })
  },
)

const found = (answer: Awaited<ReturnType<Awaited<ReturnType<typeof searching>>['search']>>) =>
  answer.ok ? answer.value.found : answer.error.code
