// Bundles and keys for tests.
import { createPrivateKey } from 'node:crypto'
import { Bundle } from '../../contract/bundle/bundle.ts'
import type { z } from 'zod'
import { envelopeText, sealed, signedWith } from '../../main/bundle/envelope.ts'
import { keyIdOf, newKey, publicText } from '../../main/bundle/key.ts'

export function signingKey() {
  const { pem, publicKey } = newKey()
  return {
    pem,
    key: createPrivateKey(pem),
    publicKey,
    id: keyIdOf(publicKey),
    text: publicText(publicKey),
  }
}

export const bundleOf = (more: Partial<z.input<typeof Bundle>> = {}): Bundle =>
  Bundle.parse({
    format: 1,
    organisation: 'Example',
    serial: 1,
    issued: '2026-11-01T00:00:00Z',
    expires: '2030-01-01T00:00:00Z',
    ...more,
  })

export const bundleText = (more: Partial<z.input<typeof Bundle>> = {}): string =>
  JSON.stringify(bundleOf(more))

export const signedBundle = (
  key: Pick<ReturnType<typeof signingKey>, 'key'>,
  more: Partial<z.input<typeof Bundle>> = {},
): string => envelopeText(signedWith(sealed(bundleText(more)), key.key))
