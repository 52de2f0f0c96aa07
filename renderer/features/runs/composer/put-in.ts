// Inserts the text of a file into a message as the person's own words: only files they chose are read;
// files named by a path go through the gate instead.
import { bytes } from '../../../ui/text/time-text.ts'
import { strings } from '../strings.ts'

/** Bytes of one file. A message holds 100,000 characters. */
export const mostBytes = 60_000

export type PutIn =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string }

/** The file's text under its name, or why it cannot be put in. */
export async function putIn(file: Pick<File, 'name' | 'size' | 'arrayBuffer'>): Promise<PutIn> {
  if (file.size > mostBytes)
    return { ok: false, why: strings.fileTooLarge(file.name, bytes(file.size), bytes(mostBytes)) }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return { ok: false, why: strings.fileNotText(file.name) }
  }
  if (text.includes('\0')) return { ok: false, why: strings.fileNotText(file.name) }
  return { ok: true, text: fenced(file.name, text) }
}

/** In a fence that is longer than any in the text. */
export function fenced(name: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([fence]) => fence.length))
  const fence = '`'.repeat(longest + 1)
  return `${strings.fileHead(name.replaceAll(/[\r\n]/g, ' '))}\n${fence}\n${text.replace(/\n?$/, '\n')}${fence}\n`
}
