// Pure. What a call of an agent's own tool would reach, from what the agent says of it. Null: the
// arguments do not say, and then the call is refused rather than guessed at.
import type { JsonObject } from '../../../contract/json.ts'
import { assertNever } from '../../../contract/never.ts'
import type { Touch } from '../../../contract/call/touch.ts'
import type { Native } from './native.ts'
import { patchFiles } from './patch-files.ts'

/** @param cwd absolute; where the agent works. */
export function touchesOf(
  native: Native,
  agent: string,
  tool: string,
  input: JsonObject,
  cwd: string,
): readonly Touch[] | null {
  const path = (key: string): string | null => {
    const said = input[key]
    return typeof said === 'string' && said !== '' ? below(cwd, said) : null
  }
  /**
   * Which of the names counts is for the agent's version to say, so all that are there do. Null:
   * one of them says nothing.
   */
  const paths = (...keys: readonly (string | undefined)[]): readonly string[] | null => {
    const found = keys.flatMap((key) =>
      key === undefined || input[key] === undefined ? [] : [path(key)],
    )
    const said = found.filter((one) => one !== null)
    return said.length === found.length ? said : null
  }
  switch (native.kind) {
    case 'run': {
      const command = input[native.command]
      const folders = paths(native.cwd, native.older)
      const [folder = cwd, ...others] = folders ?? []
      const clear = folders !== null && others.every((other) => other === folder)
      return typeof command === 'string' && command !== '' && clear
        ? [{ kind: 'proc.run', command, cwd: folder }]
        : null
    }
    case 'read': {
      const files = paths(native.path, native.older)
      return files === null || files.length === 0
        ? null
        : files.map((file) => ({ kind: 'fs.read', path: file }))
    }
    case 'search': {
      const folders = paths(native.path, native.older)
      if (folders === null) return null
      const pattern = native.pattern === undefined ? undefined : input[native.pattern]
      const start = typeof pattern === 'string' ? fixedStart(pattern) : ''
      return (folders.length === 0 ? [cwd] : folders).flatMap((folder) => [
        { kind: 'fs.read' as const, path: folder },
        ...(start === '' ? [] : [{ kind: 'fs.read' as const, path: below(folder, start) }]),
      ])
    }
    case 'write': {
      const file = path(native.path)
      const text = native.text === undefined ? undefined : input[native.text]
      const bytes = typeof text === 'string' ? { bytes: new TextEncoder().encode(text).length } : {}
      return file === null ? null : [{ kind: 'fs.write', path: file, ...bytes }]
    }
    case 'patch': {
      const patch = input[native.text]
      const patched = typeof patch === 'string' ? patchFiles(patch) : null
      if (patched === null) return null
      return [
        ...patched.files.map((file) => ({ kind: 'fs.write' as const, path: below(cwd, file) })),
        // Its files are then those of another machine, of which nothing is known here.
        ...(patched.environment === null
          ? []
          : [
              {
                kind: 'mcp.call' as const,
                server: agent,
                tool: `${tool} in ${patched.environment}`,
              },
            ]),
      ]
    }
    case 'fetch': {
      const url = input[native.url]
      return typeof url === 'string' ? [{ kind: 'net.fetch', method: 'GET', url }] : null
    }
    case 'fetch-text': {
      const text = input[native.text]
      const urls = typeof text === 'string' ? urlsIn(text) : []
      return urls.length === 0
        ? null
        : urls.map((url) => ({ kind: 'net.fetch', method: 'GET', url }))
    }
    case 'mcp':
      return [{ kind: 'mcp.call', server: native.server, tool }]
    case 'web-search':
    case 'other':
      // Nobody knows where it goes; it is named after the agent that offers it.
      return [{ kind: 'mcp.call', server: agent, tool }]
    case 'inward':
    case 'gateway':
      return []
    default:
      return assertNever(native, 'reachOf')
  }
}

/**
 * Addresses in a text, however they are written. What is read as one by its marks may go elsewhere
 * for a program that takes all up to the next blank: `https://a.test"@b.test` leads to b.test.
 */
function urlsIn(text: string): readonly string[] {
  const marked = text.match(/https?:\/\/[^\s"'<>)\]]+/gi) ?? []
  const hosts = new Set(marked.map(hostOf))
  const whole = text
    .split(/\s+/)
    .filter((word) => /^https?:/i.test(word) && hostOf(word) !== null && !hosts.has(hostOf(word)))
  return [...marked, ...whole]
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)

/** Not normalised: `..` is taken after links are followed, by the code that resolves it. */
const below = (folder: string, path: string): string =>
  path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:[\\/]|^\\\\/.test(path)
    ? path
    : `${folder}/${path}`

/**
 * The part of a pattern before its first wild card, where it leaves the folder it is looked for in.
 */
function fixedStart(pattern: string): string {
  if (
    !pattern.startsWith('/') &&
    !pattern.startsWith('~') &&
    !/^[A-Za-z]:/.test(pattern) &&
    !/(?:^|[\\/{,])\.\.(?:[\\/},]|$)/.test(pattern)
  )
    return ''
  const fixed = /^[^*?[{]*/.exec(pattern)?.[0] ?? ''
  const folder =
    fixed.length === pattern.length
      ? fixed
      : fixed.slice(0, Math.max(fixed.lastIndexOf('/'), fixed.lastIndexOf('\\')) + 1)
  // A way up behind a wild card can lead anywhere.
  return folder === '' || /\.\./.test(pattern.slice(fixed.length)) ? '/' : folder
}
