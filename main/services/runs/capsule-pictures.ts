// Pictures, sound and files that came with results, as a capsule holds them: each once, under the hash of
// its bytes, which the events name.
import { hash } from 'node:crypto'
import type { CapsulePicture } from '../../../contract/agent/capsule.ts'
import type { Content } from '../../../contract/call/content.ts'
import type { JsonObject } from '../../../contract/json.ts'

/** Characters of base64 that one capsule holds of them. The answer of Gatehouse has a limit too. */
export const MOST_CHARS = 32_000_000

export type CapsulePictures = {
  /** What came with one result, in its order. */
  of(content: readonly Content[]): CapsulePicture[]
  /** Those that a capsule may hold. To be asked once all events are there. */
  kept(redact: (value: JsonObject) => Promise<JsonObject>): Promise<KeptPictures>
}

export type KeptPictures = {
  /** Bytes in base64 by their SHA-256. Without those for which there was no room. */
  readonly pictures: Readonly<Record<string, string>>
  /** Hashes of those that seem to hold a secret: a hash of something short gives it away. */
  readonly secret: ReadonlySet<string>
}

export function openCapsulePictures(most = MOST_CHARS): CapsulePictures {
  const found = new Map<string, string>()
  return {
    of: (content) =>
      content.flatMap((part) => {
        if (part.kind !== 'image' && part.kind !== 'audio' && part.kind !== 'blob') return []
        const bytes = Buffer.from(part.data, 'base64')
        const sha256 = hash('sha256', bytes)
        found.set(sha256, bytes.toString('base64'))
        return [{ kind: part.kind, mimeType: part.mimeType, bytes: bytes.length, sha256 }]
      }),
    async kept(redact) {
      const pictures: Record<string, string> = {}
      const secret = new Set<string>()
      let left = most
      for (const [sha256, data] of found) {
        if (data.length > left) continue
        if ((await redact({ data }))['data'] !== data || (await holdsSecretText(data, redact)))
          secret.add(sha256)
        else {
          pictures[sha256] = data
          left -= data.length
        }
      }
      return { pictures, secret }
    },
  }
}

/** A file that is text is looked through as text. */
async function holdsSecretText(
  data: string,
  redact: (value: JsonObject) => Promise<JsonObject>,
): Promise<boolean> {
  const bytes = Buffer.from(data, 'base64')
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) return false
  return (await redact({ text }))['text'] !== text
}

/** The payload of an event, without the hashes of what is kept back. */
export function withoutSecretHashes(payload: JsonObject, secret: ReadonlySet<string>): JsonObject {
  const { pictures } = payload
  if (!Array.isArray(pictures) || secret.size === 0) return payload
  return {
    ...payload,
    pictures: (pictures as readonly CapsulePicture[]).map((one) =>
      one.sha256 !== null && secret.has(one.sha256) ? { ...one, sha256: null } : one,
    ),
  }
}
