// What connect wrote for each client, as far as the running Gatehouse acts on it: whether its hook
// is set up, and how long it waits.
import { readFile } from 'node:fs/promises'
import { clientNames, type HostFacts } from './agents/clients.ts'
import { managedLocations } from './managed.ts'
import { isObject } from '../../../contract/is-object.ts'
import { readRecord } from './connection-record.ts'
import { OUR_NAME } from './wanted-targets.ts'

/**
 * `waits`: seconds until the client gives up a call, where its own entry says so; null: it does
 * not.
 */
export type WrittenFor = ReadonlyMap<
  string,
  { readonly hooks: boolean; readonly waits: number | null }
>

export async function writtenFor(recordFile: string, hostFacts: HostFacts): Promise<WrittenFor> {
  const record = await readRecord(recordFile)
  const found = new Map<string, { hooks: boolean; waits: number | null }>()
  for (const { client, files } of record.ok ? record.value : []) {
    const known = found.get(client) ?? { hooks: false, waits: null }
    found.set(client, known)
    for (const { path, value } of files.flatMap(({ entries }) => entries)) {
      // A hook is an entry of a list of hooks, or a file of its own.
      if (path.includes('hooks') || path[0] === 'PreToolUse') known.hooks = true
      if (path.at(-1) === OUR_NAME || isOurs(value)) known.waits = secondsIn(value) ?? known.waits
    }
  }
  // The system's own file is often written by another user, who keeps a record of their own.
  for (const client of clientNames) {
    for (const { file } of managedLocations(client, hostFacts)) {
      const text = await readFile(file, 'utf8').catch(() => '')
      if (new RegExp(String.raw`\bhook ${client}(?![a-z-])`).test(text))
        found.set(client, { waits: null, ...found.get(client), hooks: true })
    }
  }
  return found
}

const isOurs = (value: unknown): boolean => isObject(value) && value['name'] === OUR_NAME

/**
 * Some count seconds, some milliseconds; nobody gives a call less than a second or more than a day.
 */
function secondsIn(value: unknown): number | null {
  if (!isObject(value)) return null
  const said = value['tool_timeout_sec'] ?? value['timeout']
  if (typeof said !== 'number' || said <= 0) return null
  return said >= 10_000 ? Math.floor(said / 1_000) : said
}
