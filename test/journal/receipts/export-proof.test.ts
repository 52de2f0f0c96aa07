import { describe, expect, it } from 'vitest'
import { hashOf, bodyOf, SCARS } from '../../../main/journal/chain.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { hides } from '../../../main/journal/receipts/redaction.ts'
import { fingerprintOf } from '../../../main/secrets/signing-key.ts'
import { callId, runId } from '../../store/samples.ts'
import { chained, check, depsOf, entries, exported, makeSigner, sealIn } from './fixture.ts'

const rows = chained(entries)

describe('an export with proof', () => {
  it.each([
    [
      'everything',
      '',
      '9 rows, 1 to 9, none between them left out; nothing hidden, each fits the chain',
    ],
    ['a call', `call:${callId(1)}`, '3 rows, 2 to 4, none between them left out; nothing hidden'],
    ['a run', `run:${runId(1)}`, '7 rows, 2 to 8, none between them left out; nothing hidden'],
    [
      'a time',
      'after:2025-11-24T16:00',
      '9 rows, 1 to 9, none between them left out; nothing hidden',
    ],
    ['a kind', 'kind:running', '2 rows, 3 to 6, 2 between them left out; nothing hidden'],
  ])('of %s is valid for anyone who knows the key, without us', async (_what, line, said) => {
    const signer = await makeSigner()
    const text = await exported(depsOf(rows, signer), line)
    const whole = { code: 0, said: expect.stringContaining(`Valid. ${said}`) as string }
    expect([
      await check(text, signer.key),
      await check(text, fingerprintOf(signer.key)),
      // As gatehouse audit receipt --verify has it.
      await check(text, '--key', signer.key),
      await check(text.trimEnd(), signer.key),
    ]).toEqual([whole, whole, whole, whole])
  })

  it('is the same in pieces of any size', async () => {
    const signer = await makeSigner()
    const whole = await exported(depsOf(rows, signer))
    expect(await exported(depsOf(rows, signer, 1))).toBe(whole)
    expect(await exported(depsOf(rows, signer, 4))).toBe(whole)
  })

  it('has the same root whatever it hides, and verifies with it hidden', async () => {
    const signer = await makeSigner()
    const ways = [[], ['content'], ['content', 'people'], ['entry.args.path'], ['hash'], ['entry']]
    const texts = await Promise.all(
      ways.map((redact) => exported(depsOf(rows, signer), '', redact)),
    )
    expect(new Set(texts.map((text) => sealIn(text).root)).size).toBe(1)
    const checked = await Promise.all(texts.map((text) => check(text, signer.key)))
    expect(checked.map(({ code }) => code)).toEqual(ways.map(() => 0))
    expect(checked.map(({ said }) => /\d+ fields hidden|nothing hidden/.exec(said)?.[0])).toEqual([
      'nothing hidden',
      expect.stringMatching('fields hidden') as string,
      expect.stringMatching('fields hidden') as string,
      expect.stringMatching('fields hidden') as string,
      '18 fields hidden',
      expect.stringMatching('fields hidden') as string,
    ])
  })

  it('hides with the arguments all that repeats them, and every hash that would confirm a guess', async () => {
    const signer = await makeSigner()
    const text = await exported(depsOf(rows, signer), `call:${callId(1)}`, ['entry.args.path'])
    const [decision] = rows.flatMap(({ entry }) => (entry.kind === 'decision' ? [entry] : []))
    const given = [
      '/home/ada/diary.txt',
      decision?.requestHash ?? '',
      ...rows.flatMap(({ hash }) => hash),
      JSON.stringify(decision?.decision.touches),
    ]
    expect(given.filter((each) => text.includes(each))).toEqual([])
    // Other arguments stay.
    expect(text).toContain('"Dear diary"')
  })

  it('keeps the frame alone when the content is hidden, and no name of an argument', async () => {
    const signer = await makeSigner()
    const text = await exported(depsOf(rows, signer), '', ['content'])
    expect(
      ['diary', 'Dear', 'odd.name', 'It said', 'tier R3'].filter((each) => text.includes(each)),
    ).toEqual([])
    expect(text).toContain('"exec"')
    const people = await exported(depsOf(rows, signer), '', ['content', 'people'])
    expect([text.includes('"ada"'), people.includes('"ada"')]).toEqual([true, false])
  })

  it('says where the journal itself was found damaged', async () => {
    const signer = await makeSigner()
    const scarred = rows.slice(0, 3).map((row) => {
      if (row.seq !== 3) return row
      const body = bodyOf(row.seq, row.at, canonicalJson(row.entry))
      return { ...row, hash: hashOf(SCARS.strayed, body) }
    })
    expect(await check(await exported(depsOf(scarred, signer)), signer.key)).toEqual({
      code: 0,
      said: expect.stringContaining('Before row 3 the journal itself was found damaged.') as string,
    })
  })

  it('is not made of nothing', async () => {
    const signer = await makeSigner()
    await expect(exported(depsOf(rows, signer), 'tool:nothing')).rejects.toThrow('audit.nothing')
  })
})

describe('what is hidden', () => {
  it.each([
    [[], ['prev', 'entry.args.path'], []],
    [['hash'], ['seq', 'at', 'prev', 'hash', 'entry.tool'], ['prev', 'hash']],
    [['at'], ['seq', 'at', 'entry.at'], ['at']],
    [
      ['entry.args.path'],
      [
        'entry.args.path',
        'entry.args.pathname',
        'entry.args.path.x',
        'entry.requestHash',
        'entry.tool',
      ],
      ['entry.args.path', 'entry.args.path.x', 'entry.requestHash'],
    ],
    [['entry'], ['seq', 'entry.tool', 'entry.args.a'], ['entry.tool', 'entry.args.a']],
    [['content'], ['seq', 'entry.tool', 'entry.anythingNew'], ['entry.anythingNew']],
    [['people'], ['entry.principal', 'entry.args.a'], ['entry.principal']],
  ])('by %j of %j is %j', (redact, paths, hidden) => {
    expect(paths.filter(hides(redact))).toEqual(hidden)
  })
})
