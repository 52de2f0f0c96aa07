// One file that came with an email: text is read out, anything else is kept in a file and shown with its
// type and size; a picture or PDF goes along for models that can look at it.
import type { FetchPower } from '../../../contract/call/powers/fetch-power.ts'
import { failure } from '../../../contract/failure.ts'
import { err, ok } from '../../../contract/result.ts'
import { base64InTurns } from '../../files/base64.ts'
import { pictureKind } from '../../files/picture-kind.ts'
import type { Ask, Asker } from '../ask.ts'
import { decodedInTurns } from '../base64.ts'
import { asObject, asText, cutAt, lines } from '../service-tool.ts'
import { attachedTo, attachmentLine, bytesOf } from './message.ts'

/** Gmail takes emails of 25 MB; in base64 they are a third more. */
export const MAX_ANSWER_BYTES = 36 * 1024 * 1024
const MAX_SHOWN_BYTES = 4 * 1024 * 1024
const MAX_TEXT = 50_000

export async function readAttachment(
  number: number,
  ask: Asker,
  [read, below]: readonly Ask[],
  saveMedia: FetchPower['saveMedia'],
) {
  if (read === undefined || below === undefined) return ok({ text: '' })
  const message = await ask(read)
  if (!message.ok) return message
  const all = attachedTo(asObject(message.value.json))
  const one = all[number - 1]
  if (one === undefined)
    return err(
      failure(
        'mail.no-attachment',
        all.length === 0
          ? 'Nothing is attached to this message.'
          : `The message has ${all.length} attachments, so there is no number ${number}.`,
        'Use read to see what is attached.',
      ),
    )
  let bytes = bytesOf(one.part)
  if (one.id !== null) {
    const got = await ask({ ...below, path: [...below.path, one.id] })
    if (!got.ok) return got
    bytes = await decodedInTurns(asText(asObject(got.value.json)['data']))
  }
  const { name } = one
  const text = one.mimeType.startsWith('text/') ? textIn(bytes) : null
  // What it is says the file itself where it can; the sender may say anything.
  const picture = text === null ? pictureKind(bytes) : null
  const mimeType = picture ?? one.mimeType
  const line = attachmentLine({ name, mimeType, bytes: bytes.length })
  const data = { name, mimeType, bytes: bytes.length }
  if (text !== null) return ok({ text: lines(line, '---', cutAt(text, MAX_TEXT)), data })
  const file = bytes.length === 0 ? null : ((await saveMedia?.(bytes, mimeType)) ?? null)
  return ok({
    text: lines(line, file === null ? 'It could not be kept in a file.' : `Kept in ${file}.`),
    data: { ...data, ...(file === null ? {} : { file }) },
    ...(picture === null || bytes.length > MAX_SHOWN_BYTES
      ? {}
      : {
          content: [
            picture === 'application/pdf'
              ? {
                  kind: 'blob' as const,
                  uri: `mail:${encodeURIComponent(name)}`,
                  mimeType: picture,
                  data: await base64InTurns(bytes),
                }
              : { kind: 'image' as const, mimeType: picture, data: await base64InTurns(bytes) },
          ],
        }),
  })
}

/** Null: no text in UTF-8, whatever its sender says. */
function textIn(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}
