// `gatehouse audit receipt ID`: what is signed about a call or a run. `--row N`: that one row is among
// its rows. `--verify FILE`: whether a receipt, proof or export is still what it was.
import { canonicalJson } from '../../../../contract/json.ts'
import { failure } from '../../../../contract/failure.ts'
import { CallId } from '../../../../contract/ids.ts'
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import { RequestId } from '../../../../contract/journal/receipt.ts'
import type { Receipt, RowProof } from '../../../../contract/journal/receipt.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { entryText } from '../output/entry-text.ts'
import { exit } from '../exit.ts'
import { withQueries } from '../session/with-session.ts'
import { clock, columns } from '../output/show.ts'
import { readRedact } from './redact-fields.ts'
import { verifyFile } from './check-receipt.ts'
import { foundRows } from './found-rows.ts'

export const auditReceipt: Command = {
  name: 'audit receipt',
  operands: ['[CALL|RUN]'],
  options: ['row', 'redact', 'verify', 'key'],
  usage: '[--row N [--redact FIELDS]] | --verify FILE [--key KEY]',
  summary:
    'Sign all rows of one call or run; --row proves one of them, --verify checks what was signed',
  async run(call) {
    const { context, json, operands, options } = call
    const wrong = (text: string, hint: string): number =>
      complain(context, failure('usage', text, hint), json)
    const file = options.get('verify')
    if (file !== undefined) {
      if (operands.length > 0 || options.has('row') || options.has('redact'))
        return wrong(
          '--verify checks a file; it takes no id, --row or --redact.',
          'Such as: gatehouse audit receipt --verify receipt.json',
        )
      return verifyFile(call, file)
    }
    if (options.has('key')) return wrong('--key goes with --verify.', 'Add --verify FILE.')
    if (operands[0] === undefined)
      return wrong(
        'gatehouse audit receipt needs the id of a call or a run, or --verify FILE.',
        'To find ids: gatehouse audit search --json, or gatehouse runs list',
      )
    const id = RequestId.safeParse(operands[0])
    if (!id.success)
      return wrong(
        'That is not the id of a call or a run. Ids begin with "call_" or "run_".',
        'To find ids: gatehouse audit search --json',
      )
    const row = options.get('row')
    if (row === undefined) {
      if (options.has('redact'))
        return wrong('A receipt shows no content, so there is nothing to hide.', 'Add --row N.')
      return printReceipt(call, id.data)
    }
    if (!/^\d{1,6}$/.test(row))
      return wrong('--row needs the number of a row of the receipt, from 0.', 'Such as: --row 0')
    const redact = readRedact(options.get('redact'))
    if (!redact.ok) return complain(context, redact.error, json)
    return withQueries(call, async (session) => {
      const proof = await session.call('audit.row-proof', {
        id: id.data,
        index: Number(row),
        redact: [...redact.value],
      })
      if (!proof.ok) return complain(context, proof.error, json)
      context.out(json ? `${canonicalJson(proof.value)}\n` : proofText(proof.value))
      return proof.value.valid ? exit.done : exit.failed
    })
  },
}

/** Rows that are shown beside their leaves; a receipt may have thousands. */
const SHOWN = 200

const printReceipt = (call: Call, id: RequestId): Promise<number> =>
  withQueries(call, async (session) => {
    const { context, json } = call
    const created = await session.call('audit.receipt', { id })
    if (!created.ok) return complain(context, created.error, json)
    // In the form that is signed: anyone who keeps it can check it.
    if (json) context.out(`${canonicalJson(created.value)}\n`)
    else {
      const kind = CallId.safeParse(id).success ? 'call' : 'run'
      const found = await foundRows(session, `${kind}:${id}`, SHOWN)
      context.out(receiptText(created.value, found.ok ? found.value.rows.toReversed() : []))
    }
    return exit.done
  })

function receiptText(receipt: Receipt, rows: readonly JournalRow[]): string {
  const { leaves, head } = receipt
  const first = leaves.length - rows.length
  const lines = rows.map(({ seq, at, entry }, at0) => [
    String(first + at0),
    `row ${seq}`,
    clock(at),
    entry.kind,
    (leaves[first + at0] ?? '').slice(0, 16),
    entryText(entry),
  ])
  return [
    ...(first > 0 ? [`The last ${rows.length} of ${leaves.length} rows:\n`] : []),
    columns(lines),
    columns([
      ['Rows', String(receipt.rows)],
      ['Root', receipt.root],
      ...receipt.policyHashes.map((hash) => ['Policy', hash]),
      ...receipt.promptHashes.map((hash) => ['Prompt', hash]),
      ['Journal', `ended at row ${head.seq}`],
      ['Key', receipt.key],
      ['Signature', receipt.signature],
    ]),
    'To keep it: add --json. To check it: gatehouse audit receipt --verify FILE\n',
  ].join('')
}

const proofText = ({ index, valid, leaf, path, row, receipt }: RowProof): string =>
  [
    columns(row.fields.map(([path_, , value]) => [path_, JSON.stringify(value)])),
    row.hidden.length === 0 ? '' : `${row.hidden.length} fields are hidden.\n`,
    columns([
      ['Row', `${index} of ${receipt.rows}`],
      ['Leaf', leaf],
      ...path.map(({ hash, isLeft }) => [isLeft ? 'left' : 'right', hash]),
      ['Root', receipt.root],
    ]),
    valid ? 'The path leads to the root.\n' : 'The path does not lead to the root.\n',
  ].join('')
