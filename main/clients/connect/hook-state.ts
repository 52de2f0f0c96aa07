// Whether a hook of ours is in the files of an agent, whether it is one that stops the call when it
// cannot start, and, with Codex, whether the person trusts it: Codex passes over a hook that nobody
// trusted, or that changed since.
import { hash } from 'node:crypto'
import { canonicalJson, type JsonObject } from '../../../contract/json.ts'
import { HOOK_SECONDS } from './agents/client.ts'
import { endsInStop } from './hook-line.ts'
import type { ClientName } from './agents/clients.ts'
import { isObject } from '../../../contract/is-object.ts'
import { at } from './entry-editor.ts'

export type Where = 'managed' | 'user' | 'project'
export type ReadFile = {
  readonly file: string
  readonly text: string
  readonly data: unknown
  readonly where: Where
}

/**
 * When it lets calls through. missing: its program cannot start. late: it takes longer than it may.
 * beside: always, because the agent does not wait for it.
 */
export type Opens = 'missing' | 'late' | 'beside'

/** One hook of ours. `trusted`: null where the agent asks for no trust. */
export type FoundHook = {
  readonly file: string
  readonly where: Where
  readonly line: string
  /** Null: it stops the call whatever becomes of it. */
  readonly opens: Opens | null
  readonly whole: boolean
  readonly trusted: boolean | null
}

export function hooksIn(agent: ClientName, files: readonly ReadFile[]): readonly FoundHook[] {
  const states = files.map(({ data }) => at(data, ['hooks', 'state'])).filter(isObject)
  return files.flatMap(({ file, data, where }) =>
    Object.entries(eventsIn(data)).flatMap(([event, groups]) =>
      (Array.isArray(groups) ? groups : []).flatMap((group: unknown, groupAt) =>
        handlersOf(group).flatMap((handler, handlerAt) => {
          const line =
            isObject(handler) && typeof handler['command'] === 'string' ? handler['command'] : ''
          if (!new RegExp(String.raw`\bhook ${agent}(?![a-z-])`).test(line)) return []
          const type = at(handler, ['type'])
          if (type !== undefined && type !== 'command') return []
          const key = `${file}:pre_tool_use:${groupAt}:${handlerAt}`
          const trusted =
            agent !== 'codex'
              ? null
              : where === 'managed' || isTrusted(states, key, event, group, handler)
          return [
            {
              file,
              where,
              line,
              opens: opensWhen(agent, line, handler),
              whole: isWhole(agent, event, group, eventsIn(data)) && !isNarrowed(handler),
              trusted,
            },
          ]
        }),
      ),
    ),
  )
}

const eventsIn = (data: unknown): Record<string, unknown> => {
  const hooks = at(data, ['hooks'])
  // What is said at the end of a session asks about no call.
  return isObject(hooks)
    ? Object.fromEntries(
        Object.entries(hooks).filter(([event]) => event.toLowerCase() !== 'sessionend'),
      )
    : {}
}

/** Cursor has the command in the group itself. */
const handlersOf = (group: unknown): readonly unknown[] => {
  const handlers = at(group, ['hooks'])
  return Array.isArray(handlers) ? handlers : [group]
}

/** Agents that count in thousandths of a second. */
const IN_MS: readonly ClientName[] = ['gemini-cli', 'qwen-code']

function opensWhen(agent: ClientName, line: string, handler: unknown): Opens | null {
  if (at(handler, ['async']) === true || at(handler, ['asyncRewake']) === true) return 'beside'
  if (!endsInStop(line)) return 'missing'
  const timeout = at(handler, ['timeout'])
  const least = HOOK_SECONDS * (IN_MS.includes(agent) ? 1_000 : 1)
  // A person may need that long, and a hook that was cut off has not answered.
  return typeof timeout === 'number' && timeout < least ? 'late' : null
}

/** It is asked for some calls only, or for the first one. */
const isNarrowed = (handler: unknown): boolean =>
  ![undefined, ''].includes(at(handler, ['if']) as undefined) || at(handler, ['once']) === true

const wholeMatchers = ['', '*', '.*']

/** It is before every tool: at the right event, and for all of them. */
function isWhole(
  agent: ClientName,
  event: string,
  group: unknown,
  events: Record<string, unknown>,
): boolean {
  if (agent === 'cursor') return receivedBefore(events['preToolUse'])
  const matcher = at(group, ['matcher'])
  const wanted = agent === 'gemini-cli' ? 'BeforeTool' : 'PreToolUse'
  return (
    event === wanted &&
    (matcher === undefined || (typeof matcher === 'string' && wholeMatchers.includes(matcher)))
  )
}

/**
 * Cursor has an event each for commands, reading and MCP; only that for every tool leaves none out,
 * and by names it would.
 */
const receivedBefore = (groups: unknown): boolean =>
  Array.isArray(groups) &&
  groups.some((group: unknown) => {
    const [command, matcher] = [at(group, ['command']), at(group, ['matcher'])]
    const all =
      matcher === undefined || (typeof matcher === 'string' && wholeMatchers.includes(matcher))
    return all && typeof command === 'string' && /\bhook cursor(?![a-z-])/.test(command)
  })

/**
 * As codex-rs/hooks/src/engine/discovery.rs makes it: a hash over what the hook is, kept under its
 * place.
 */
function isTrusted(
  states: readonly Record<string, unknown>[],
  key: string,
  event: string,
  group: unknown,
  handler: unknown,
): boolean {
  if (!isObject(handler) || event !== 'PreToolUse') return false
  const state = states.map((each) => each[key]).find(isObject)
  if (state === undefined || state['enabled'] === false) return false
  return state['trusted_hash'] === codexHash(at(group, ['matcher']), handler)
}

export function codexHash(matcher: unknown, handler: Record<string, unknown>): string {
  const identity: JsonObject = {
    event_name: 'pre_tool_use',
    ...(typeof matcher === 'string' ? { matcher } : {}),
    hooks: [
      {
        type: 'command',
        command: String(handler['command']),
        timeout: Math.max(typeof handler['timeout'] === 'number' ? handler['timeout'] : 600, 1),
        async: handler['async'] === true,
        ...(typeof handler['statusMessage'] === 'string'
          ? { statusMessage: handler['statusMessage'] }
          : {}),
      },
    ],
  }
  return `sha256:${hash('sha256', canonicalJson(identity), 'hex')}`
}
