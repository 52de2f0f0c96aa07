// Searching the documents of a workspace of 20,000 files: the first time, when all are taken in, when
// a few changed, and when none did. How long it holds up the event loop, and how much memory it takes.
//
//   npm run bench -- documents
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { ReadPower } from '../../contract/call/powers/file-power.ts'
import { ok } from '../../contract/result.ts'
import { openDocuments } from '../../main/documents/document-index.ts'
import { openDocumentsTable } from '../../main/store/tables/documents-table.ts'
import type { BenchLine } from './line.ts'

const FILES = 20_000
const CHANGED = 20
const HELD_GOAL_MS = 50
const MB = 1024 * 1024

const words = 'order invoice harbour meadow copper lantern river winter parcel garden'.split(' ')
/** Some 2 kB in a few paragraphs, each with words of its own. */
const textOf = (file: number): string =>
  Array.from({ length: 8 }, (_, part) =>
    Array.from({ length: 35 }, (_word, at) => words[(file * 7 + part * 3 + at * at) % words.length])
      .concat(`topic${file % 500}`, `file${file}`)
      .join(' '),
  ).join('\n\n')

export async function run(): Promise<BenchLine[]> {
  const base = mkdtempSync(join(tmpdir(), 'gatehouse-bench-documents-'))
  const root = join(base, 'work')
  for (let folder = 0; folder < FILES / 200; folder++)
    mkdirSync(join(root, `part${folder}`), { recursive: true })
  const pathOf = (file: number): string => `part${Math.floor(file / 200)}/note${file}.md`
  for (let file = 0; file < FILES; file++) writeFileSync(join(root, pathOf(file)), textOf(file))
  const documents = openDocuments({
    open: () => openDocumentsTable(join(base, 'documents.db')),
    report(fault) {
      throw fault
    },
  })
  const read: Pick<ReadPower, 'find' | 'readText'> = {
    async find() {
      const all = await readdir(root, { recursive: true, withFileTypes: true })
      const files = all
        .filter((each) => each.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
      const leftOut = { large: 0, binary: 0, unreadable: 0, linked: 0 }
      return ok({ files, more: false, cut: null, leftOut })
    },
    readText: async (path) => ok({ text: await readFile(join(root, path), 'utf8'), bytes: 0 }),
  }
  const search = documents.power({
    root,
    read,
    signal: new AbortController().signal,
    onReadBack: () => undefined,
  })
  const lines: BenchLine[] = []
  const measured = async (name: string, query: string): Promise<void> => {
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const started = performance.now()
    const found = await search({ query, most: 20 })
    const took = performance.now() - started
    delay.disable()
    if (!found.ok || found.value.files !== FILES) throw new Error(JSON.stringify(found))
    const held = delay.max / 1e6
    const more = (process.memoryUsage.rss() - before) / MB
    lines.push(
      {
        name: `${name}, ${found.value.found.length} passages`,
        value: `${took.toFixed(0)} ms`,
        goal: null,
        holds: null,
      },
      {
        name: `${name}, longest time that the event loop was held`,

        value: `${held.toFixed(0)} ms`,
        goal: `under ${HELD_GOAL_MS} ms`,
        holds: held < HELD_GOAL_MS,
      },
      {
        name: `${name}, memory more than before`,
        value: `${more.toFixed(0)} MB`,
        goal: 'under 200 MB',
        holds: more < 200,
      },
    )
  }
  try {
    await measured(`first search in ${FILES} files`, 'topic7')
    for (let file = 0; file < CHANGED; file++)
      writeFileSync(join(root, pathOf(file * 900)), `${textOf(file)} changed`)
    await measured(`search after ${CHANGED} of them changed`, 'changed topic7')
    await measured('search after nothing changed', 'lantern file19999')
    return lines
  } finally {
    await documents.dispose()
    rmSync(base, { recursive: true, force: true })
  }
}
