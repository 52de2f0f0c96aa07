// What stops each way to a stopped file, and that there is a way: the same rows in the same
// app without the list show the file. A row that shows nothing either way would prove nothing.
// @module-tag whole
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { ExportFormat } from '../../contract/journal/audit.ts'
import { ask, inHome, startServices, wholeApp } from '../fakes/services/whole-app.ts'
import { callTool, nameOf, prepare, ROWS, tryRows, VALUE, withPlugin } from './stop-rows.ts'

wholeApp()

async function walk() {
  const tried = await tryRows()
  return {
    found: tried.map(({ row, shows, refused }) => [
      row,
      shows ? 'shown' : refused ? 'refused' : 'left out',
    ]),
    texts: tried.map(({ text }) => text),
  }
}
const named = (end: (row: (typeof ROWS)[number]) => string) =>
  ROWS.map((row) => [nameOf(row), end(row)])

/** As an agent that keeps whatever it was told, each in a note of its own. */
async function remember(texts: readonly string[]): Promise<void> {
  for (const [at, text] of texts.entries())
    await callTool('store_memory', {
      category: 'told',
      key: `told ${at}`,
      value: `told: ${text.slice(0, 9_000)}`,
    })
}

async function exported(format: ExportFormat): Promise<string> {
  let text = ''
  for (let after: number | null | undefined; after !== null;) {
    const piece = await ask('audit.export', {
      format,
      query: '',
      ...(after === undefined ? {} : { after }),
    })
    text += piece.text
    after = piece.next
  }
  return text
}

/** What leaves or is kept later, and whether the file is in it. */
async function storedWays(): Promise<Readonly<Record<string, boolean>>> {
  const ways: Record<string, boolean> = {}
  for (const format of ExportFormat.options)
    ways[`export as ${format}`] = (await exported(format)).includes(VALUE)
  for (const [tool, args] of [
    ['query_memory', { query: 'only closed place' }],
    ['memory_search', { query: 'only closed place' }],
    ['get_agent_memory', {}],
  ] as const)
    ways[tool] = JSON.stringify(await callTool(tool, args)).includes(VALUE)
  const files = spawnSync('grep', ['-rlaF', VALUE, inHome('.')], { encoding: 'utf8' }).stdout
  return { ...ways, 'a file of Gatehouse': files !== '' }
}

describe('a way to a stopped file', () => {
  it(
    'is stopped, and neither exports, memory nor files of Gatehouse have anything of it',
    { timeout: 600_000 },
    async () => {
      await startServices({ more: `stop: [private]\n${withPlugin()}`, prepare })
      const { found, texts } = await walk()
      expect(found).toEqual(named(([end]) => end))
      await remember(texts)
      expect(await storedWays()).toEqual({
        'export as jsonl': false,
        'export as csv': false,
        'export as otel': false,
        'export as proof': false,
        query_memory: false,
        memory_search: false,
        get_agent_memory: false,
        'a file of Gatehouse': false,
      })
    },
  )

  it('shows the file where the list is removed', { timeout: 600_000 }, async () => {
    await startServices({ more: withPlugin(), prepare })
    const { found, texts } = await walk()
    expect(found).toEqual(named(() => 'shown'))
    await remember(texts)
    expect(await storedWays()).toEqual({
      'export as jsonl': true,
      'export as csv': true,
      // Spans name the calls and hold no argument.
      'export as otel': false,
      'export as proof': true,
      query_memory: true,
      memory_search: true,
      get_agent_memory: true,
      'a file of Gatehouse': true,
    })
  })
})
