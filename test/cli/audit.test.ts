// `gatehouse audit search|export|receipt` with no app running, in this process, over a real journal
// on disk.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PrintedRow } from '../../contract/journal/decision-category.ts'
import { Attention } from '../../contract/journal/attention.ts'
import { Receipt } from '../../contract/journal/receipt.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { RARE, writeJournal } from '../bench/journal-rows.ts'
import { appContext } from './app-context.ts'
import { makeFolder } from '../store/fixture.ts'

/** Ten calls of five rows each; the eighth is the rare one. */
async function home() {
  const folder = makeFolder()
  await writeJournal(
    join(folder, 'data', 'gatehouse.db'),
    join(folder, 'state', 'journal-head.json'),
    50,
    Date.now(),
  )
  const run = async (...words: string[]) => {
    const context = appContext(folder)
    const code = await runCli(words, context)
    return { code, stdout: context.shown(), stderr: context.noted() }
  }
  const json = async (...words: string[]) => {
    const { code, stdout } = await run('--json', ...words)
    return { code, value: JSON.parse(stdout) as unknown }
  }
  return { run, json }
}

const Found = z.strictObject({ rows: z.array(PrintedRow), more: z.boolean() })
const lines = (text: string): string[] => text.split(/\r?\n/).slice(0, -1)

describe('gatehouse audit', () => {
  it('searches, exports and shows a call, each with the fields of the interface', async () => {
    const { run, json } = await home()
    const search = async (...words: string[]) =>
      Found.parse((await json('audit', 'search', ...words)).value)
    const rare = await search(RARE)
    expect([rare.more, rare.rows.map(({ seq, entry }) => [seq, entry.kind])]).toEqual([
      false,
      [[36, 'decision']],
    ])
    const call =
      rare.rows.flatMap(({ entry }) => ('callId' in entry ? [entry.callId] : []))[0] ?? ''
    const all = await search(`call:${call}`, '-n', '10')
    expect(all.rows.map(({ entry }) => entry.kind)).toEqual([
      'decision',
      'asked',
      'answered',
      'running',
      'outcome',
    ])
    expect(
      (await search('-n', '2', 'kind:decision', 'tool:exec,github')).rows.map(({ seq }) => seq),
    ).toEqual([26, 41].slice(-2))
    expect(await search('tool:nothing')).toEqual({ rows: [], more: false })
    const text = await run('audit', 'search', `kind:decision "${RARE} before"`)
    expect([
      text.code,
      lines(text.stdout).length,
      text.stdout.includes(' decision  write_file '),
    ]).toEqual([0, 1, true])

    const exported = await run('audit', 'export', `call:${call}`)
    // The same rows, each with the kind of decision that it records.
    expect(lines(exported.stdout).map((line) => PrintedRow.parse(JSON.parse(line)))).toEqual(
      all.rows,
    )
    expect(all.rows.map(({ category }) => category)).toEqual([
      ...['tool.allow', null, 'tool.allow', null, null],
    ])
    const csv = await run('audit', 'export', '--format', 'csv', `call:${call}`)
    expect(lines(csv.stdout).map((line) => line.split(',')[2])).toEqual([
      'kind',
      'decision',
      'asked',
      'answered',
      'running',
      'outcome',
    ])
    const otel = await run('audit', 'export', '--format', 'otel', RARE)
    expect(lines(otel.stdout).map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        resourceSpans: [
          { scopeSpans: [{ spans: [{ name: 'execute_tool write_file', events: { length: 5 } }] }] },
        ],
      },
    ])

    const receipt = Receipt.parse((await json('audit', 'receipt', call)).value)
    expect([receipt.rows, receipt.leaves.length, receipt.head.seq]).toEqual([5, 5, 50])
    // Looking changed nothing.
    expect((await json('audit', 'verify')).value).toMatchObject({ kind: 'intact', headSeq: 50 })
  })

  it('says what is wrong with a query, and where; what it does not know, and what it cannot write', async () => {
    const { run, json } = await home()
    const wrong = await run('audit', 'search', 'tool:exec', 'tol:x')
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    expect(wrong.stderr).toContain(
      'tool:exec tol:x\n          ^^^^^\ngatehouse: There is no key "tol".\n',
    )
    expect(await json('audit', 'export', 'tier:R9')).toMatchObject({
      code: 2,
      value: { error: { code: 'query.wrong', text: '"R9" is no tier.' } },
    })
    expect(await json('audit', 'export', '--format', 'xml')).toMatchObject({
      code: 2,
      value: { error: { code: 'usage' } },
    })
    expect(await json('audit', 'receipt', 'call_0000000000')).toMatchObject({
      code: 1,
      value: { error: { code: 'audit.nothing' } },
    })
    expect(await json('audit', 'receipt', 'x')).toMatchObject({
      code: 2,
      value: { error: { code: 'usage' } },
    })
  })

  it('says how often people were asked, and that only known times are given @whole', async () => {
    const { run, json } = await home()
    const { code, value } = await json('audit', 'attention', '--days', '1')
    expect(code).toBe(0)
    expect(Attention.parse(value)).toMatchObject({ calls: 10, looked: 0, rules: [] })
    expect((await run('audit', 'attention')).stdout).toMatch(
      /^[\d.]+ approvals per 100 calls in the last 7 days: \d+ in 10 calls\.\n/,
    )
    expect(await run('audit', 'attention', '--days', '2')).toMatchObject({ code: 2, stdout: '' })
  })
})
