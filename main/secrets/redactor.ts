// Takes secrets out of text and JSON before anything is stored, shown or sent to a model.
// Never throws, and never shows what it could not check: when detection fails, the text is hidden.
import type { Json, JsonObject } from '../../contract/json.ts'
import { findEncoded } from './encoded.ts'
import { beneathMarks } from './hidden-marks.ts'
import { HIDDEN, hideInJson } from './json-fields.ts'
import { openKnownSecrets } from './known-secrets.ts'
import type { Finding } from './known-secrets.ts'
import { findShapes } from './patterns.ts'
import { charactersOf, runsOf } from './runs.ts'
import { loadSecretlint } from './secretlint-rules.ts'

export type Redacted = {
  readonly text: string
  /** Names of what was found, each once, never the thing itself. */
  readonly found: string[]
}

export type Redactor = {
  /** Secrets replaced by `[secret: name-of-rule]`. */
  text(text: string): Promise<Redacted>
  /** The same value with secrets replaced in keys and strings; what `pointers` name, and fields that are credentials by name, become `[hidden]`. */
  json(value: JsonObject, pointers: readonly string[]): Promise<JsonObject>
  json(value: Json, pointers: readonly string[]): Promise<Json>
}

/** @param needs.known the secrets that Gatehouse holds now, of 8 characters and more; asked at every use. */
export function openRedactor(needs: { readonly known: () => readonly string[] }): Redactor {
  const findKnown = openKnownSecrets(needs.known)
  let scanner: ReturnType<typeof loadSecretlint> | null = null

  const find = async (text: string): Promise<Finding[]> => {
    const found = await findIn(text)
    const beneath = beneathMarks(text)
    if (beneath === null) return found
    // The end is traced by its last character: a mark right after a secret is not part of it.
    const below = (await findIn(beneath.text)).map(({ start, end, name }) => ({
      start: beneath.original(start),
      end: beneath.original(end - 1) + 1,
      name,
    }))
    return [...found, ...below]
  }

  const findIn = async (text: string): Promise<Finding[]> => {
    const found = findKnown(text)
    if (!isSuspicious(text)) return found
    found.push(...findShapes(text), ...findEncoded(text))
    scanner ??= loadSecretlint()
    if (hasTokenLike(text)) found.push(...(await (await scanner)(text)))
    return found
  }

  const text = async (dirty: string): Promise<Redacted> => {
    try {
      return replace(dirty, await find(dirty))
    } catch {
      // Fail closed: what could not be checked is not shown. A broken scanner is loaded anew next time.
      scanner = null
      return { text: '[hidden: the check for secrets failed]', found: ['check-failed'] }
    }
  }

  async function json(value: JsonObject, pointers: readonly string[]): Promise<JsonObject>
  async function json(value: Json, pointers: readonly string[]): Promise<Json>
  async function json(value: Json, pointers: readonly string[]): Promise<Json> {
    try {
      return await hideInJson(value, pointers, async (string) => (await text(string)).text)
    } catch {
      return value !== null && typeof value === 'object' && !Array.isArray(value) ? { hidden: HIDDEN } : HIDDEN
    }
  }

  return { text, json }
}

/** Cheap, and never wrong in the dangerous direction: all that the patterns look for has one of these. */
const SUSPICIOUS =
  /[A-Za-z0-9_+/%.-]{16}|:\/\/|-----BEGIN|PuTTY|passw|passphrase|pwd|secret|token|key|credential|cookie|authorization|bearer/i

const isSuspicious = (text: string): boolean => text.length >= 8 && SUSPICIOUS.test(text)

const TOKEN_LIKE = charactersOf(/[A-Za-z0-9_+/%=.-]/)

/** secretlint's tokens are all long runs with a digit in them; prose and code without one need not be scanned. */
function hasTokenLike(text: string): boolean {
  for (const { start, end } of runsOf(text, TOKEN_LIKE, 16)) if (/[0-9]/.test(text.slice(start, end))) return true
  return false
}

/** Overlapping findings become one, under the name of the one that begins first; what Gatehouse knows for sure wins. */
function replace(text: string, found: readonly Finding[]): Redacted {
  if (found.length === 0) return { text, found: [] }
  const merged: { start: number; end: number; name: string }[] = []
  for (const finding of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last === undefined || finding.start >= last.end) merged.push({ ...finding })
    else {
      last.end = Math.max(last.end, finding.end)
      if (finding.name === 'known-secret') last.name = finding.name
    }
  }
  const parts: string[] = []
  let at = 0
  for (const { start, end, name } of merged) {
    parts.push(text.slice(at, start), `[secret: ${name}]`)
    at = end
  }
  parts.push(text.slice(at))
  return { text: parts.join(''), found: [...new Set(merged.map(({ name }) => name))] }
}
