// `gatehouse audit key|verifier`: whose signature it is, and what checks it.
import type { SigningKey } from '../../../../contract/journal/receipt.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { clock, columns } from '../output/show.ts'
import { withQueries, withTables } from '../session/with-session.ts'

export const auditKey: Command = {
  name: 'audit key',
  operands: [],
  options: ['rotate'],
  usage: '[--rotate]',
  summary: 'Show the public key that signs receipts and exports; --rotate makes another one',
  run: (call) =>
    withTables(call, async (session) => {
      const { context, json, options } = call
      const key = await session.call('audit.key', { rotate: options.has('rotate') })
      if (!key.ok) return complain(context, key.error, json)
      if (json) printJson(context, key.value)
      else context.out(keyText(key.value))
      return exit.done
    }),
}

const keyText = ({ fingerprint, public: key, madeAt, keptIn, earlier }: SigningKey): string =>
  columns([
    ['Fingerprint', fingerprint],
    ['Public key', key],
    ['Since', clock(madeAt)],
    [
      'Kept in',
      keptIn === 'store'
        ? 'the credential store'
        : 'a file of the data folder, until the credential store is open',
    ],
    ...earlier.map((each) => [
      'Earlier',
      `${each.fingerprint} (${clock(each.madeAt)} to ${clock(each.endedAt)})`,
    ]),
  ])

export const auditVerifier: Command = {
  name: 'audit verifier',
  operands: [],
  options: [],
  usage: '',
  summary: 'Print the program that checks exports and receipts without Gatehouse',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const found = await session.call('audit.verifier', {})
      if (!found.ok) return complain(context, found.error, json)
      if (json) printJson(context, found.value)
      else context.out(found.value.text)
      return exit.done
    }),
}
