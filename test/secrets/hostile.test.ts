// Text that is made to be slow to look through costs no more than its length, and does not keep
// others waiting. By processor time, so that a busy machine changes nothing.
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import { growth, MOST_GROWTH } from '../growth.ts'
import { processorMs } from '../processor.ts'
import { fewWords } from '../whole.ts'

const pieces = [
  'password token secret api_key=',
  'token:aB:',
  'token=aB=',
  'DB_PASS ',
  'one mnemonic ',
  ':_authToken ',
  'x-x-x-x-',
  'x-a-api-ke-key',
  'mysql -p -p curl -u a ',
  'htpasswd -b a b ',
  'htpasswd -bbbbbb ',
  'docker login -p ',
  'echo x sudo ',
  'net use \\\\aaaa',
  'openssl -passin pass:',
  '--my-password x ',
  'login x password ',
  'a://b:@/',
  'WIFI:a;',
  'password = "a ',
  'passw\u001b[31mord ',
  '%41%42',
  '5KLc9abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVW ',
]
const KILOBYTE = 1_024
const fill = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

const redactor = openRedactor({ known: () => ['Zq8-stored-credential-77'] })

/** Milliseconds of the processor. */
async function costOf(text: string): Promise<number> {
  const before = processorMs()
  await redactor.text(text)
  return processorMs() - before
}

describe('text full of names of secrets', () => {
  it.each(fewWords(pieces, 3))(
    'costs no more than its length: %j',
    { timeout: 600_000 },
    async (_name, piece) => {
      const read = (length: number) => redactor.text(fill(piece, length))
      expect(await growth(read, 256 * KILOBYTE)).toBeLessThan(MOST_GROWTH)
    },
  )

  it('gives other work a turn between two patterns @whole', { timeout: 600_000 }, async () => {
    let turns = 0
    let going = true
    const others = (async () => {
      while (going) {
        await setImmediate()
        turns += 1
      }
    })()
    const cost = await costOf(fill(pieces[0] ?? '', 1_024 * KILOBYTE))
    going = false
    await others
    // One turn for each 6 ms of work, and for a look that takes longer one at its end.
    expect(turns).toBeGreaterThan(cost / 40)
  })
})
