// `gatehouse audit receipt|key|verifier` and exports with proof, with no app running.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../contract/json.ts'
import { ReceiptCheck, Receipt, RowProof, SigningKey } from '../../contract/journal/receipt.ts'
import { runCli } from '../../main/host/cli/run-cli.ts'
import { writeJournal } from '../bench/journal-rows.ts'
import { appContext } from './app-context.ts'
import { makeFolder } from '../store/fixture.ts'

async function home() {
  const folder = makeFolder()
  const [database, head] = ['data/gatehouse.db', 'state/journal-head.json']
  await writeJournal(join(folder, database), join(folder, head), 50, Date.now())
  const run = async (...words: string[]) => {
    const context = appContext(folder)
    const code = await runCli(words, context)
    return { code, stdout: context.shown(), stderr: context.noted() }
  }
  const json = async (...words: string[]) =>
    JSON.parse((await run('--json', ...words)).stdout) as unknown
  const stored = (text: string): string => {
    const file = join(folder, 'given.json')
    writeFileSync(file, text)
    return file
  }
  const found = (await json('audit', 'search', '-n', '1', 'kind:decision')) as {
    rows: [{ entry: { callId: string } }]
  }
  return { run, json, stored, call: found.rows[0].entry.callId }
}

describe('gatehouse audit receipt', () => {
  it('signs a call, proves a row of it, and checks both here and without Gatehouse', async () => {
    const { run, json, stored, call } = await home()
    const key = SigningKey.parse(await json('audit', 'key'))
    const receipt = await run('--json', 'audit', 'receipt', call)
    expect(Receipt.parse(JSON.parse(receipt.stdout))).toMatchObject({
      id: call,
      rows: 5,
      key: key.public,
    })
    const proof = await run('--json', 'audit', 'receipt', call, '--row', '0', '--redact', 'content')
    expect(RowProof.parse(JSON.parse(proof.stdout))).toMatchObject({ valid: true, index: 0 })
    const exported = await run(
      'audit',
      'export',
      '--format',
      'proof',
      '--redact',
      'content,people',
      `call:${call}`,
    )
    const program = stored((await run('audit', 'verifier')).stdout).replace(
      'given.json',
      'check.mjs',
    )
    writeFileSync(program, (await run('audit', 'verifier')).stdout)
    for (const { stdout } of [receipt, proof, exported]) {
      const file = stored(stdout)
      expect(ReceiptCheck.parse(await json('audit', 'receipt', '--verify', file))).toMatchObject({
        kind: 'valid',
        ownKey: true,
        journal: 'same',
        fingerprint: key.fingerprint,
      })
      expect(
        execFileSync(process.execPath, [program, file, key.fingerprint], { encoding: 'utf8' }),
      ).toMatch(/^Valid\. /)
    }
    const text = await run('audit', 'receipt', call)
    expect(text.stdout).toMatch(
      /^0 {2}row \d+ .* decision .*\n(.*\n){4}Rows {7}5\nRoot {7}[0-9a-f]{64}\n/,
    )
  })

  it('says with its exit code what does not fit @whole', async () => {
    const { run, json, stored, call } = await home()
    const receipt = Receipt.parse(await json('audit', 'receipt', call))
    const stranger = await home()
    const foreign = await stranger.run('--json', 'audit', 'receipt', stranger.call)
    const checked = async (text: string, ...more: string[]) => {
      const { code, stdout } = await run(
        '--json',
        'audit',
        'receipt',
        '--verify',
        stored(text),
        ...more,
      )
      const { kind, ownKey, journal } = ReceiptCheck.parse(JSON.parse(stdout))
      return [code, kind, ownKey, journal]
    }
    expect([
      await checked(canonicalJson(receipt)),
      await checked(canonicalJson({ ...receipt, rows: 4 })),
      await checked('{}'),
      await checked(foreign.stdout),
      await checked(foreign.stdout, '--key', Receipt.parse(JSON.parse(foreign.stdout)).key),
      await checked(foreign.stdout, '--key', receipt.key),
    ]).toEqual([
      [0, 'valid', true, 'same'],
      [1, 'broken', false, null],
      [1, 'broken', false, null],
      [1, 'unnamed', false, null],
      [0, 'valid', false, null],
      [1, 'broken', false, null],
    ])
  })

  it('goes on under another key, and knows its earlier ones @whole', async () => {
    const { run, json, stored, call } = await home()
    const before = await run('--json', 'audit', 'receipt', call)
    const rotated = SigningKey.parse(await json('audit', 'key', '--rotate'))
    const after = Receipt.parse(await json('audit', 'receipt', call))
    expect([after.key, after.root]).toEqual([
      rotated.public,
      Receipt.parse(JSON.parse(before.stdout)).root,
    ])
    expect(await json('audit', 'receipt', '--verify', stored(before.stdout))).toMatchObject({
      kind: 'valid',
      ownKey: true,
      journal: 'same',
    })
    expect((await run('audit', 'search', 'kind:signing-key')).stdout).toMatch(
      /signing-key {2}rotated: [0-9a-f]{16} to [0-9a-f]{16} \(cli\)/,
    )
  })

  it.each([
    [['audit', 'receipt']],
    [['audit', 'receipt', 'x']],
    [['audit', 'receipt', 'call_0000000001', '--row', 'x']],
    [['audit', 'receipt', 'call_0000000001', '--redact', 'content']],
    [['audit', 'receipt', 'call_0000000001', '--row', '0', '--redact', 'everything']],
    [['audit', 'receipt', 'call_0000000001', '--verify', 'x']],
    [['audit', 'receipt', 'call_0000000001', '--key', 'x']],
    [['audit', 'export', '--redact', 'content']],
    [['audit', 'export', '--format', 'proof', '--redact', '']],
  ])('refuses %j with what to write @whole', async (words) => {
    const { run } = await home()
    const { code, stdout, stderr } = await run(...words)
    expect([code, stdout, stderr.split('\n').length]).toEqual([2, '', 3])
  })

  it('says which file is not there @whole', async () => {
    const { run } = await home()
    const { code, stderr } = await run('audit', 'receipt', '--verify', '/no/such/file')
    expect([code, stderr]).toEqual([1, expect.stringContaining('/no/such/file')])
  })
})
