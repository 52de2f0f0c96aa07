// Notes of Obsidian: by the plugin Local REST API where its address is set, else in the folder of
// the vault.
import { failure } from '../contract/failure.ts'
import { err, ok } from '../contract/result.ts'
import type { Json } from '../contract/json.ts'
import type { Services } from '../contract/policy/config/services.ts'
import { defineTool, type AnyTool } from '../contract/call/tool.ts'
import type { TouchOf } from '../contract/call/touch.ts'
import { declaredActions } from './service/action-args.ts'
import type { Ask, Asker, Service } from './service/ask.ts'
import {
  entriesPart,
  noteActions,
  noteFacts,
  noteInput,
  noteManifest,
  notePart,
  noteText,
  type NoteInput,
} from './service/notes.ts'
import { folderAccess, vaultFolder } from './service/service-access.ts'
import { asList, asObject, asText, serviceTool } from './service/service-tool.ts'
import { obsidianService } from './service/services.ts'

const markdown = (content: string) => ({ type: 'text/markdown', content })
const plain = { plain: true, headers: { accept: 'text/markdown' } } as const

function requests(service: Service, given: NoteInput): readonly Ask[] {
  const path = ['vault', ...(given.path ?? '').split('/')]
  switch (given.action) {
    case 'read':
      return [{ service, method: 'GET', path, ...plain }]
    case 'search':
      return [
        {
          service,
          method: 'POST',
          path: ['search', 'simple', ''],
          query: { query: given.query ?? '', contextLength: 100 },
        },
      ]
    case 'list':
      return [{ service, method: 'GET', path: ['vault', ...(given.folder?.split('/') ?? []), ''] }]
    case 'write':
      return [{ service, method: 'PUT', path, text: markdown(noteText(given)) }]
    case 'append':
      return [{ service, method: 'POST', path, text: markdown(given.content ?? '') }]
    case 'delete':
      return [{ service, method: 'DELETE', path }]
    case 'rename': {
      // The plugin's own MOVE came in 2026 only; these four every version of it knows.
      const to = ['vault', ...(given.new_path ?? '').split('/')]
      return [
        { service, method: 'GET', path, ...plain },
        { service, method: 'GET', path: to, ...plain },
        { service, method: 'PUT', path: to, text: markdown('') },
        { service, method: 'DELETE', path },
      ]
    }
  }
}

/** The note is at its new path before it goes from the old one, so that it is never lost. */
async function rename(given: NoteInput, ask: Asker, [read, look, write, remove]: readonly Ask[]) {
  if (!read || !look || !write || !remove) return ok({ text: '' })
  const { path = '', new_path = '' } = given
  const note = await ask(read)
  if (!note.ok) return note
  const there = await ask(look)
  if (there.ok)
    return err(
      failure(
        'note.exists',
        `There is a note at ${new_path} already, so nothing was renamed.`,
        'Choose another path.',
      ),
    )
  if (there.error.code !== 'service.not-found') return there
  const written = await ask({ ...write, text: markdown(note.value.text) })
  if (!written.ok) return written
  const removed = await ask(remove)
  return removed.ok
    ? ok({ text: `Renamed: ${path} is now ${new_path}` })
    : err({
        ...removed.error,
        text: `The note was copied to ${new_path}, but ${path} could not be removed. ${removed.error.text}`,
        hint: `Look at both with read. Then delete ${path}.`,
      })
}

/** In Obsidian itself, which has to run. */
function byProgram(service: Service) {
  return serviceTool({
    manifest: {
      ...noteManifest,
      redaction: { ...noteManifest.redaction, args: [], result: [], journal: ['/content'] },
      category: 'comms',
      dataAccess: ['network', 'credentials'],
      perMinute: 120,
      chars: 25_000,
    },
    requires: [service],
    actions: noteActions,
    input: noteInput,
    plan: (given) => requests(service, given),
    async run(given, ask, plan) {
      if (given.action === 'rename') return rename(given, ask, plan)
      const [first] = plan
      if (first === undefined) return ok({ text: '' })
      const answer = await ask(first)
      if (!answer.ok) return answer
      const { json, text } = answer.value
      switch (given.action) {
        case 'read':
          return ok({ text: notePart(text, given), data: { chars: text.length } })
        case 'list':
          return ok({ text: entriesPart(namesIn(asObject(json)['files']), given) })
        case 'search':
          return ok({
            text: entriesPart(
              asList(json).map((found) => {
                const context = asText(asList(found['matches'])[0]?.['context'])
                return `${asText(found['filename'])}: ${context.replaceAll(/\s+/g, ' ').trim()}`
              }),
              given,
            ),
          })
        case 'write':
        case 'append':
          return ok({ text: `Written: ${given.path ?? ''}` })
        case 'delete':
          return ok({ text: `Deleted: ${given.path ?? ''}` })
      }
    },
    facts: noteFacts,
  })
}

const namesIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.map((name) => asText(name as Json)) : []

const MAX_NOTE = 4 * 1024 * 1024

/** Where Obsidian itself puts what is deleted in a vault, if it is told so. */
const TRASH = '.trash'

/** In the folder, whether Obsidian runs or not. */
function inFolder(vault: string) {
  const at = (path: string): string => `${vault.replace(/\/$/, '')}/${path}`
  /** The new name of a note that gets one. */
  const targetOf = ({ action, path = '', new_path = '' }: NoteInput): string =>
    at(action === 'delete' ? `${TRASH}/${path}` : new_path)
  const touches = (given: NoteInput): readonly TouchOf<'fs.read' | 'fs.write'>[] => {
    const path = at(given.path ?? '')
    switch (given.action) {
      case 'read':
        return [{ kind: 'fs.read', path }]
      case 'search':
        return [{ kind: 'fs.read', path: vault }]
      case 'list':
        return [{ kind: 'fs.read', path: given.folder === undefined ? vault : at(given.folder) }]
      case 'write':
      case 'append': {
        const bytes = new TextEncoder().encode(noteText(given)).length
        const write: TouchOf<'fs.write'> = { kind: 'fs.write', path, bytes }
        return given.action === 'append' ? [{ kind: 'fs.read', path }, write] : [write]
      }
      case 'rename':
      case 'delete':
        return [
          { kind: 'fs.write', path },
          { kind: 'fs.write', path: targetOf(given) },
        ]
    }
  }
  return defineTool({
    manifest: {
      ...noteManifest,
      redaction: { args: [], result: [], journal: ['/content'] },
      version: '1.0.0',
      ...folderAccess,
      riskTier: 'R1',
      sideEffects: true,
      rateLimits: { perSession: 0, perMinute: 120 },
      builtIn: true,
      subagentAccess: 'readOnly',
      actions: declaredActions(noteActions),
    },
    requiredPowers: ['fs.read', 'fs.write'],
    input: noteInput,
    action: ({ action }) => action,
    touches,
    facts: noteFacts,
    async execute(given, { power }) {
      const path = at(given.path ?? '')
      switch (given.action) {
        case 'read': {
          const note = await power['fs.read'].readText(path, { maxBytes: MAX_NOTE })
          return note.ok ? ok({ text: notePart(note.value.text, given) }) : note
        }
        case 'list': {
          const from = given.folder === undefined ? vault : at(given.folder)
          const found = await power['fs.read'].list(from)
          return found.ok
            ? ok({
                text: entriesPart(
                  found.value
                    .filter(({ name }) => !name.startsWith('.'))
                    .map(({ name, is }) => (is === 'folder' ? `${name}/` : name)),
                  given,
                ),
              })
            : found
        }
        case 'search': {
          const found = await power['fs.read'].search(vault, {
            pattern: given.query ?? '',
            literally: true,
            ignoreCase: true,
            around: 0,
            glob: '*.md',
            hidden: false,
            ignored: true,
            most: 2_000,
            timeMs: 20_000,
          })
          return found.ok
            ? ok({
                text: entriesPart(
                  found.value.found.flatMap(({ file, lines }) =>
                    lines.slice(0, 3).map(({ text }) => `${file}: ${text.trim().slice(0, 300)}`),
                  ),
                  given,
                ),
              })
            : found
        }
        case 'write':
        case 'append': {
          const before =
            given.action === 'append'
              ? await power['fs.read'].readText(path, { maxBytes: MAX_NOTE })
              : ok({ text: '', bytes: 0 })
          // What is not there yet is begun; what cannot be read is left as it is.
          if (!before.ok && before.error.code !== 'file.missing') return err(before.error)
          const start = before.ok ? before.value.text : ''
          const written = await power['fs.write'].writeText(path, start + noteText(given))
          return written.ok ? ok({ text: `Written: ${given.path ?? ''}` }) : written
        }
        case 'rename': {
          const moved = await power['fs.write'].move(path, targetOf(given))
          return moved.ok
            ? ok({ text: `Renamed: ${given.path ?? ''} is now ${given.new_path ?? ''}` })
            : moved
        }
        case 'delete': {
          const moved = await power['fs.write'].move(path, targetOf(given))
          return moved.ok
            ? ok({ text: `Moved to the trash of the vault: ${given.path ?? ''}` })
            : moved
        }
      }
    },
  })
}

export function obsidian(services: Services) {
  const vault = vaultFolder(services)
  return vault === null ? byProgram(obsidianService(services)) : inFolder(vault)
}

/** Two tools in one name: by the program, or in the folder of the vault. */
export const anyNotes = (services: Services): AnyTool => obsidian(services) as unknown as AnyTool
