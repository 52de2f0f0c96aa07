// Whether a hook of ours is in the files of an agent, whether it is one that stops the call when it
// cannot start, and, with Codex, whether the person trusts it: Codex passes over a hook that nobody
// trusted, or that changed since.
import { hash } from 'node:crypto'
import { canonicalJson } from '../../../contract/json.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { endsInStop } from './hook-line.ts'
import type { ClientName } from './agents/clients.ts'
import { at, isRecord } from './location.ts'

export type Where = 'managed' | 'user' | 'project'
export type ReadFile = {
  readonly file: string
  readonly text: string
  readonly data: unknown
  readonly where: Where
}

/** One hook of ours. `trusted`: null where the agent asks for no trust. */
export type FoundHook = {
  readonly file: string
  readonly where: Where
  readonly line: string
  readonly stops: boolean
  readonly whole: boolean
  readonly trusted: boolean | null
}

export function hooksIn(agent: ClientName, files: readonly ReadFile[]): readonly FoundHook[] {
  const states = files.map(({ data }) => at(data, ['hooks', 'state'])).filter(isRecord)
  return files.flatMap(({ file, data, where }) =>
    Object.entries(eventsIn(data)).flatMap(([event, groups]) =>
      (Array.isArray(groups) ? groups : []).flatMap((group: unknown, groupAt) =>
        handlersOf(group).flatMap((handler, handlerAt) => {
          const line =
            isRecord(handler) && typeof handler['command'] === 'string' ? handler['command'] : ''
          if (!new RegExp(String.raw`\bhook ${agent}(?![a-z-])`).test(line)) return []
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
              stops: endsInStop(line),
              whole: isWhole(agent, event, group, eventsIn(data)),
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
  return isRecord(hooks)
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
  if (!isRecord(handler) || event !== 'PreToolUse') return false
  const state = states.map((each) => each[key]).find(isRecord)
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
