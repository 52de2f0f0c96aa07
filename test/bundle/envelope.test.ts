// The envelope of a bundle: the vectors of its public specification, and that no bit of it can
// change unseen.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  envelopeText,
  openEnvelope,
  preAuthentication,
  readEnvelope,
  sealed,
  signedWith,
} from '../../main/bundle/envelope.ts'
import {
  keyIdOf,
  newKey,
  publicText,
  readPrivateKey,
  readPublicKey,
} from '../../main/bundle/key.ts'
import { readBundle } from '../../main/bundle/read-bundle.ts'
import { headText } from '../../main/fleet/head-statement.ts'
import { machine } from '../fleet/fleet-journal.ts'
import { bundleText, signingKey } from './bundles.ts'
import { many } from '../soak.ts'

describe('the pre-authentication encoding', () => {
  // protocol.md of secure-systems-lab/dsse, version 1.0.2.
  it.each([
    [
      'http://example.com/HelloWorld',
      'hello world',
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    ],
    ['', '', 'DSSEv1 0  0 '],
    ['é', 'ü€', 'DSSEv1 2 é 5 ü€'],
  ])('counts bytes: %s', (type, payload, expected) => {
    expect(preAuthentication(type, Buffer.from(payload)).toString()).toBe(expected)
  })

  it('is what RFC 8032 signs: its second test key over a known text gives one signature', () => {
    // Seed of RFC 8032, 7.1, TEST 2. Ed25519 signs the same bytes the same way each time.
    const seed = '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'
    const key = createPrivateKey({
      key: Buffer.from(`302e020100300506032b657004220420${seed}`, 'hex'),
      format: 'der',
      type: 'pkcs8',
    })
    const [first] = signedWith(sealed('{}'), key).signatures
    const [again] = signedWith(sealed('{}'), key).signatures
    expect(first).toEqual(again)
    expect(first?.keyid).toMatch(/^[0-9a-f]{64}$/)
  })
})

const one = signingKey()
const two = signingKey()
const stranger = signingKey()
const whole = (...keys: readonly ReturnType<typeof signingKey>[]): Buffer =>
  Buffer.from(
    envelopeText(
      keys.reduce((envelope, { key }) => signedWith(envelope, key), sealed(bundleText())),
    ),
  )
const readWith = (bytes: Uint8Array, keys: readonly string[], signatures = 1) => {
  const read = readBundle(bytes, { keys, signatures })
  return read.ok ? read.value.summary.keys : read.error.code
}

describe('a signed bundle', () => {
  it('is refused with any one bit of any byte changed', () => {
    const good = whole(one)
    expect(readWith(good, [one.text])).toEqual([one.id])
    const accepted: string[] = []
    // In a plain `npm test` every seventh byte.
    for (let at = 0; at < good.length; at += many(1, 1, 7))
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(good)
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        if (readBundle(changed, { keys: [one.text], signatures: 1 }).ok)
          accepted.push(`byte ${at}, bit ${bit}`)
      }
    expect(accepted).toEqual([])
  })

  it('is refused cut off anywhere', () => {
    const good = whole(one)
    const accepted = Array.from({ length: good.length - 2 }, (_, at) => at).filter(
      (at) => readBundle(good.subarray(0, at), { keys: [one.text], signatures: 1 }).ok,
    )
    expect(accepted).toEqual([])
  })

  it.each([
    ['signed by the one key', [one], [one.text], 1, [one.id]],
    ['signed by another key', [stranger], [one.text], 1, 'bundle.unsigned'],
    ['not signed', [], [one.text], 1, 'bundle.unsigned'],
    ['signed by a known and a strange key', [stranger, one], [one.text], 1, [one.id]],
    [
      'signed by both, both needed',
      [one, two],
      [one.text, two.text],
      2,
      [one.id, two.id].toSorted(),
    ],
    ['signed by one, both needed', [one], [one.text, two.text], 2, 'bundle.unsigned'],
    ['signed twice by one, both needed', [one, one], [one.text, two.text], 2, 'bundle.unsigned'],
  ] as const)('%s', (_what, signers, keys, least, expected) => {
    expect(readWith(whole(...signers), keys, least)).toEqual(expected)
  })

  it('does not count a signature twice that is in it twice, with and without its key’s name', () => {
    const signed = signedWith(sealed(bundleText()), one.key)
    const [{ sig } = { sig: '' }] = signed.signatures
    const twice = { ...signed, signatures: [...signed.signatures, { sig }, { sig }] }
    expect(readWith(Buffer.from(envelopeText(twice)), [one.text, two.text], 2)).toBe(
      'bundle.unsigned',
    )
  })

  it('is read where the key’s name is missing and where base64 is the URL-safe one', () => {
    const { payload, payloadType, signatures } = signedWith(sealed(bundleText()), one.key)
    const safe = (text: string): string => Buffer.from(text, 'base64').toString('base64url')
    const other = {
      payloadType,
      payload: safe(payload),
      signatures: signatures.map(({ sig }) => ({ sig: safe(sig) })),
    }
    expect(readWith(Buffer.from(JSON.stringify(other)), [one.text])).toEqual([one.id])
  })

  it('is not accepted where a listed key signed for another purpose', () => {
    const text = headText({ machine: machine('m'), seq: 1, hash: 'a'.repeat(64), at: 1 })
    const { payload, payloadType } = sealed(bundleText())
    const sig = sign(null, Buffer.from(text), one.key).toString('base64')
    const borrowed = { payload, payloadType, signatures: [{ keyid: one.id, sig }] }
    expect(readWith(Buffer.from(JSON.stringify(borrowed)), [one.text])).toBe('bundle.forged')
    const own = sealed(text)
    const asBundle = signedWith(own, one.key)
    expect(readWith(Buffer.from(envelopeText(asBundle)), [one.text])).toBe('bundle.malformed')
  })

  it('is refused where what was signed has a key twice, which a person may have read the other way', () => {
    const twice = bundleText().replace('{', '{"serial":1,')
    const signed = envelopeText(signedWith(sealed(twice), one.key))
    expect(readBundle(Buffer.from(signed), { keys: [one.text], signatures: 1 })).toMatchObject({
      ok: false,
      error: {
        code: 'bundle.malformed',
        text: expect.stringContaining('"serial" twice') as string,
      },
    })
  })

  it('counts no key that was revoked', () => {
    const read = readBundle(whole(one), { keys: [one.text], signatures: 1, revoked: [one.id] })
    expect(read).toMatchObject({ ok: false, error: { code: 'bundle.unsigned' } })
  })

  it('is refused whole where the signature of a key that may sign does not fit', () => {
    const good = signedWith(signedWith(sealed(bundleText()), one.key), two.key)
    const swapped = {
      ...good,
      signatures: good.signatures.map((each, at) => ({
        ...each,
        sig: good.signatures[1 - at]?.sig ?? '',
      })),
    }
    expect(openEnvelope(swapped, [one.publicKey, two.publicKey], 1)).toMatchObject({
      ok: false,
      error: { code: 'bundle.forged' },
    })
  })
})

it.each([
  ['nothing', ''],
  ['no JSON', 'hello'],
  ['another type', JSON.stringify({ ...sealed('{}'), payloadType: 'text/plain' })],
  ['more keys', JSON.stringify({ ...sealed('{}'), extra: 1 })],
  ['a key twice', JSON.stringify(sealed('{}')).replace('{', '{"payload":"",')],
  ['two spellings of base64', JSON.stringify({ ...sealed('{}'), payload: 'e31=' })],
  ['too much', JSON.stringify(sealed('x'.repeat(4 * 1024 * 1024)))],
])('says of %s that it is no bundle', (_what, text) => {
  expect(readEnvelope(Buffer.from(text))).toMatchObject({
    ok: false,
    error: { code: 'bundle.malformed' },
  })
})

it('reads keys as it wrote them, and no other kind', () => {
  const created = newKey()
  const read = readPublicKey(publicText(created.publicKey))
  expect(read.ok && keyIdOf(read.value)).toBe(keyIdOf(created.publicKey))
  expect(readPrivateKey(created.pem).ok).toBe(true)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
  expect(readPublicKey(publicText(rsa.publicKey)).ok).toBe(false)
  expect(readPrivateKey('nothing').ok).toBe(false)
})
