import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strictJson } from '../../contract/strict-json.ts'
import { readDelegations } from '../../main/policy/stored-delegations.ts'
import { vaultFile } from '../../main/secrets/vault-file.ts'
import { makeFolder } from '../store/fixture.ts'

const twice = (key: string) => ({
  ok: false,
  error: { kind: 'repeated', text: `an object in it has the key ${JSON.stringify(key)} twice` },
})

describe('JSON of which each key means one value', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"b":{"a":2},"a":3}', 'a'],
    ['[{"b":[{"c":1}],"c":2,"b":3}]', 'b'],
    [String.raw`{"a":1,"\u0061":2}`, 'a'],
    [String.raw`{"a\\":1,"a\\":2}`, 'a\\'],
    [String.raw`{"a\"":1,"a\"":2}`, 'a"'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a" \n\t\r:1,"a"  :2}', 'a'],
    [`{"${'x'.repeat(70)}":1,"${'x'.repeat(70)}":1}`, 'x'.repeat(60)],
  ])('is not %s', (text, key) => {
    expect(strictJson(text)).toEqual(twice(key))
  })

  it.each([
    ['{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}'],
    [String.raw`{"a":"\"a\":1","b":"a:","c":["a","a"]}`],
    ['{"a":"}","b":"{","A":1}'],
    ['"a"'],
    [' 1 '],
    ['[]'],
  ])('is %s', (text) => {
    expect(strictJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown })
  })

  it.each(['', '{', '{"a":1,}', "{'a':1}", '{"a":1}}', '{"a'])('is no JSON: %s', (text) => {
    expect(strictJson(text)).toMatchObject({ ok: false, error: { kind: 'syntax' } })
  })

  it('is whatever is written once, however it is set, and never with one more of its keys', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
    fc.assert(
      fc.property(object, fc.nat(3), fc.nat(), (value, space, pick) => {
        const text = JSON.stringify(value, null, space)
        expect(strictJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown })
        const keys = Object.keys(value)
        const key = keys[pick % keys.length] ?? ''
        expect(strictJson(text.replace('{', () => `{${JSON.stringify(key)}:0,`))).toEqual(
          twice(key.slice(0, 60)),
        )
      }),
    )
  })

  it('reads a text of many megabytes, and one of many levels', () => {
    const long = JSON.stringify({ a: 'x"\\'.repeat(2_000_000), b: 1 })
    const deep = `${'{"a":['.repeat(100_000)}${']}'.repeat(100_000)}`
    expect([strictJson(long).ok, strictJson(deep).ok]).toEqual([true, true])
  })
})

describe('a file of ours that has a key twice', () => {
  it('is not opened as a vault', () => {
    const path = join(makeFolder(), 'secrets.json')
    writeFileSync(path, '{"format":1,"format":2}')
    expect(vaultFile(path).read()).toBe('an object in it has the key "format" twice')
  })

  it('is not read as the file of narrowed tokens', () => {
    expect(
      readDelegations(
        () => '{"clients":[]}',
        () => null,
      ),
    ).toEqual([])
    expect(
      readDelegations(
        () => '{"clients":[],"clients":[]}',
        () => null,
      ),
    ).toBeNull()
  })
})
