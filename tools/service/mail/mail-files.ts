// Files of the workspace that go with an email: what they touch, how the card shows them, and their
// bytes in the lines of base64 that an email has.
import type { FactsContext } from '../../../contract/call/tool.ts'
import type { ReadPower } from '../../../contract/call/powers/file-power.ts'
import type { TouchOf } from '../../../contract/call/touch.ts'
import type { Failure } from '../../../contract/failure.ts'
import { ok, type Result } from '../../../contract/result.ts'
import { z } from 'zod'
import { base64Of } from '../../files/base64.ts'
import { pictureKind } from '../../files/picture-kind.ts'
import { openSemaphore } from '../../web/turns.ts'

/** Mail servers take 25 MB; in base64 a file is more than a third larger. */
export const MOST_BYTES = 18_000_000

export const filesArg = z
  .array(z.string().min(1).max(4096))
  .min(1)
  .max(10)
  .describe(
    'Files of the workspace of any kind that go with it, by their paths; together at most 18 MB.',
  )

export type MailFile = {
  readonly name: string
  readonly mimeType: string
  /** Of 76 letters of base64, many in one: they are put together once. */
  readonly lines: readonly string[]
}

export const filesTouched = (paths: readonly string[] = []): readonly TouchOf<'fs.read'>[] =>
  paths.map((path) => ({ kind: 'fs.read', path, handedOn: { mostBytes: MOST_BYTES } }))

const nameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path

/** As they were when the call was decided: name, size, place and hash. */
export const filesShown = (
  paths: readonly string[] = [],
  { touches }: Pick<FactsContext, 'touches'>,
) => {
  const read = touches.flatMap((touch) => (touch.kind === 'fs.read' ? [touch] : []))
  return paths.flatMap((given, at) => {
    const touch = read[at]
    return touch?.content === undefined
      ? []
      : [
          {
            name: nameOf(given),
            bytes: touch.content.bytes,
            file: {
              path: touch.path,
              sha256: touch.content.sha256,
              ...(touch.content.secrets === undefined ? {} : { secrets: touch.content.secrets }),
            },
          },
        ]
  })
}

/** Fails as `ReadPower.readBytes`: also where a file is not any more what was decided. */
export async function readMailFiles(
  paths: readonly string[] = [],
  power: ReadPower,
): Promise<Result<readonly MailFile[], Failure>> {
  const files: MailFile[] = []
  for (const path of paths) {
    const read = await power.readBytes(path, { maxBytes: MOST_BYTES })
    if (!read.ok) return read
    const name = nameOf(path)
    files.push({
      name,
      mimeType: pictureKind(read.value) ?? typeByName(name),
      lines: await inLines(read.value),
    })
  }
  return ok(files)
}

/** Bytes of a line, and of a piece of many. */
const LINE = 57
const PIECE = LINE * 1_024

async function inLines(bytes: Uint8Array): Promise<readonly string[]> {
  const turns = openSemaphore()
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += PIECE) {
    pieces.push(base64Of(bytes.subarray(at, at + PIECE)).replaceAll(/.{76}(?=.)/g, '$&\r\n'))
    await turns.next()
  }
  return pieces
}

/** What a reader opens it with. Nothing here trusts it. */
const types: Readonly<Record<string, string>> = {
  txt: 'text/plain; charset="UTF-8"',
  md: 'text/markdown; charset="UTF-8"',
  csv: 'text/csv; charset="UTF-8"',
  html: 'text/html; charset="UTF-8"',
  ics: 'text/calendar; charset="UTF-8"',
  json: 'application/json',
  xml: 'application/xml',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
}

function typeByName(name: string): string {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  return Object.hasOwn(types, ending)
    ? (types[ending] ?? 'application/octet-stream')
    : 'application/octet-stream'
}
