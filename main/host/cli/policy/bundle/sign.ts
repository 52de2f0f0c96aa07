// `gatehouse policy bundle keygen` and `sign`: the key of an organisation is a file of its own, and
// never the key of a machine.
import { resolve } from 'node:path'
import { readFileSync } from 'node:fs'
import { createPublicKey } from 'node:crypto'
import { failure, type Failure } from '../../../../../contract/failure.ts'
import { fileReason } from '../../../../../contract/file-reason.ts'
import { err, ok, type Result } from '../../../../../contract/result.ts'
import { envelopeText, readEnvelope, signedWith } from '../../../../bundle/envelope.ts'
import { keyIdOf, newKey, publicText, readPrivateKey } from '../../../../bundle/key.ts'
import { printJson } from '../../command.ts'
import type { Command } from '../../command.ts'
import { exit } from '../../exit.ts'
import { complain } from '../../output/complain.ts'
import { visible } from '../../output/show.ts'
import { secret } from '../../secrets/passphrase.ts'
import { written } from './written.ts'

export const bundleKeygen: Command = {
  name: 'policy bundle keygen',
  operands: ['FILE'],
  options: [],
  usage: '',
  summary:
    'Make a key that signs policy bundles: the private one goes into FILE (PEM), the public one is printed for organisation.keys',
  async run({ context, operands, json }) {
    const file = resolve(operands[0] ?? '')
    const { pem, publicKey } = newKey()
    const put = written(file, pem, true)
    if (!put.ok) return complain(context, put.error, json)
    const key = publicText(publicKey)
    const fingerprint = keyIdOf(publicKey)
    if (json) printJson(context, { file, key, fingerprint })
    else
      context.out(
        `Wrote ${visible(file)}. Keep it where nobody else reads it.\npublic key   ${key}\nfingerprint  ${fingerprint}\n`,
      )
    return exit.done
  },
}

export function bytesOf(file: string): Result<Uint8Array, Failure> {
  try {
    return ok(readFileSync(file))
  } catch (error) {
    return err(
      failure(
        'bundle.unreadable',
        `${file} cannot be read: ${fileReason(error)}.`,
        'Check the path.',
      ),
    )
  }
}

export const bundleSign: Command = {
  name: 'policy bundle sign',
  operands: ['FILE'],
  options: ['key'],
  usage: '--key KEYFILE',
  summary:
    'Sign a policy bundle in place with an Ed25519 key in a PEM file. A signed bundle gets one more signature',
  async run(call) {
    const { context, operands, options, json } = call
    const keyFile = options.get('key')
    if (keyFile === undefined)
      return complain(
        context,
        failure(
          'usage',
          'gatehouse policy bundle sign needs --key.',
          'Make a key first: gatehouse policy bundle keygen FILE',
        ),
        json,
      )
    const file = resolve(operands[0] ?? '')
    const [bytes, pem] = [bytesOf(file), bytesOf(resolve(keyFile))]
    if (!bytes.ok) return complain(context, bytes.error, json)
    if (!pem.ok) return complain(context, pem.error, json)
    const envelope = readEnvelope(bytes.value)
    if (!envelope.ok) return complain(context, envelope.error, json)
    const text = Buffer.from(pem.value).toString('utf8')
    let passphrase: string | undefined
    if (text.includes('ENCRYPTED')) {
      const typed = await secret(call, 'GATEHOUSE_KEY_PASSPHRASE', 'Passphrase of the key: ')
      if (!typed.ok) return complain(context, typed.error, json)
      passphrase = typed.value
    }
    const key = readPrivateKey(text, passphrase)
    if (!key.ok) return complain(context, key.error, json)
    const signed = signedWith(envelope.value, key.value)
    const put = written(file, envelopeText(signed))
    if (!put.ok) return complain(context, put.error, json)
    const fingerprint = keyIdOf(createPublicKey(key.value))
    if (json) printJson(context, { file, fingerprint, signatures: signed.signatures.length })
    else
      context.out(
        `Signed ${visible(file)} with the key ${fingerprint}. Signatures: ${signed.signatures.length}.\n`,
      )
    return exit.done
  },
}
