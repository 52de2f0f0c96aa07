// Checks a receipt in a file, and says what it shows.
import { isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { failure } from '../../../../contract/failure.ts'
import { fileReason } from '../../../../contract/file-reason.ts'
import { MOST_CHARACTERS } from '../../../../contract/journal/receipt.ts'
import type { ReceiptCheck } from '../../../../contract/journal/receipt.ts'
import { printJson } from '../command.ts'
import type { Call } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { withQueries } from '../session/with-session.ts'
import { paint, visible } from '../output/show.ts'

export async function verifyFile(call: Call, file: string): Promise<number> {
  const { context, json, options } = call
  let text: string
  try {
    const bytes = await readFile(file)
    // What is no text was never signed; decoded carelessly it might read as what was.
    text = isUtf8(bytes) ? bytes.toString() : ''
  } catch (error) {
    return complain(
      context,
      failure(
        'file.unreadable',
        `${file} cannot be read: ${fileReason(error)}.`,
        'Check the name of the file.',
      ),
      json,
    )
  }
  if (text.length > MOST_CHARACTERS)
    return complain(
      context,
      failure(
        'audit.too-large',
        `${file} has more than ${MOST_CHARACTERS} characters, too many to be checked here.`,
        'Use the program that needs no Gatehouse: gatehouse audit verifier > verify-export.mjs',
      ),
      json,
    )
  return withQueries(call, async (session) => {
    const checked = await session.call('audit.check-receipt', {
      text,
      key: options.get('key') ?? '',
    })
    if (!checked.ok) return complain(context, checked.error, json)
    if (json) printJson(context, checked.value)
    else context.out(checkText(checked.value, context.color))
    return checked.value.kind === 'valid' && checked.value.journal !== 'different'
      ? exit.done
      : exit.failed
  })
}

function checkText({ kind, text, ownKey, journal }: ReceiptCheck, color: boolean): string {
  const { green, red, yellow } = paint(color)
  const title = {
    valid: green('Valid.'),
    broken: red('Broken.'),
    unnamed: yellow('Not checked whose.'),
  }[kind]
  const journalText = {
    same: green('The journal of this home still says the same.'),
    different: red('The journal of this home says something else.'),
    none: ownKey ? '' : kind === 'valid' ? 'It was not signed by this Gatehouse.' : '',
  }[journal ?? 'none']
  return `${title} ${visible(text)}\n${journalText === '' ? '' : `${journalText}\n`}`
}
