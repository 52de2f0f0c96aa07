// `gatehouse audit receipt CALL`: what the journal holds of one call, with what binds it there.
import { failure } from '../../../../contract/failure.ts'
import { CallId } from '../../../../contract/ids.ts'
import type { CallReceipt } from '../../../../contract/journal/audit.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { entryText } from '../output/entry-text.ts'
import { exit } from '../exit.ts'
import { fromRunningOr } from '../session/from-running.ts'
import { findOnDisk } from './journal-on-disk.ts'
import { clock, columns } from '../output/show.ts'

export const auditReceipt: Command = {
  name: 'audit receipt',
  operands: ['CALL'],
  options: [],
  usage: '',
  summary: 'Show every row of one call, with its hashes and the head of the journal',
  async run(call) {
    const { context, json, operands, paths } = call
    const id = CallId.safeParse(operands[0])
    if (!id.success) {
      const hint = 'To find ids: gatehouse audit search --json'
      return complain(
        context,
        failure('usage', 'That is not the id of a call. Ids begin with "call_".', hint),
        json,
        exit.usage,
      )
    }
    const found = await fromRunningOr(
      call,
      (connection) => connection.call('audit.call', { callId: id.data }),
      () =>
        findOnDisk(paths, (on): CallReceipt => {
          const last = on?.table.last() ?? null
          return {
            callId: id.data,
            rows: on?.table.ofCall(id.data) ?? [],
            head: { seq: last?.seq ?? 0, hash: last?.hash ?? '' },
          }
        }),
    )
    if (!found.ok) return complain(context, found.error, json)
    const { rows, head } = found.value
    if (rows.length === 0)
      return complain(
        context,
        failure('call.unknown', `The journal has no row of ${id.data}.`),
        json,
      )
    if (json) printJson(context, found.value)
    else {
      context.out(
        columns(
          rows.map(({ seq, at, entry }) => [String(seq), clock(at), entry.kind, entryText(entry)]),
        ),
      )
      context.out(columns(rows.map(({ seq, hash, prev }) => [`row ${seq}`, hash, `after ${prev}`])))
      context.out(`Head: row ${head.seq}, ${head.hash}\n`)
    }
    return exit.done
  },
}
