// `gatehouse redact [FILE]`: a file or standard input to standard output, with secrets replaced.
// Works alone: no app is asked, so what the credential store holds is not known here, only what
// the environment of this process and the shapes of secrets give.
import { createReadStream } from 'node:fs'
import { failure } from '../../../../contract/failure.ts'
import { fileReason } from '../../../../contract/file-reason.ts'
import { environmentSecrets } from '../../../secrets/redact/environment.ts'
import { openRedactor } from '../../../secrets/redact/redactor.ts'
import { complain } from '../output/complain.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'

export const redact: Command = {
  name: 'redact',
  operands: ['[FILE]'],
  options: [],
  usage: '',
  summary:
    'Copy a file or standard input to standard output with secrets replaced; --json prints only what was found',
  async run({ context, json, operands }) {
    const [file] = operands
    const redactor = openRedactor({ known: () => environmentSecrets(context.env) })
    const stream = redactor.stream()
    const kinds = new Map<string, number>()
    let failed = false
    const put = async (text: string): Promise<void> => {
      for (const [, kind = ''] of text.matchAll(MARK)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      failed ||= text.includes(FAILED)
      if (json) return
      context.out(text)
      await context.drained?.()
    }
    try {
      for await (const piece of file === undefined ? context.input() : piecesOf(file))
        await put(await stream.push(piece))
    } catch (cause) {
      if (file === undefined || !(cause instanceof Error && 'code' in cause)) throw cause
      // What was held back is not shown: it may be half a secret.
      return complain(
        context,
        failure(
          'redact.file',
          `${file} cannot be read: ${fileReason(cause)}.`,
          'Check its name and permissions.',
        ),
        json,
      )
    }
    await put(await stream.end())
    const found = [...kinds]
      .map(([kind, count]) => ({ kind, count }))
      .toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    if (json)
      printJson(context, {
        redacted: found.reduce((sum, { count }) => sum + count, 0),
        found,
        checked: !failed,
      })
    return failed ? exit.failed : exit.done
  },
}

/** A piece at a time, so that its size does not matter. */
const piecesOf = (file: string): AsyncIterable<string> =>
  createReadStream(file, { encoding: 'utf8', highWaterMark: 256 * 1024 })

const MARK = /\[secret: ([a-z0-9-]{1,40})\]/g
const FAILED = '[hidden: the check for secrets failed]'
