// What an agent writes to the standard input of its hook, read as one call. Written without a
// schema library: this is on the way of every call of the agent, and starting the program is most
// of the time it takes.
import { hash } from 'node:crypto'
import { isObject } from '../../../contract/is-object.ts'
import { DEEPEST, isTooDeep, WRAPPED } from '../../../contract/call/depth.ts'
import { readShowableJson, Unshowable } from './showable-json.ts'
import type { HookAgent } from '../../../contract/server/hook-agent.ts'

export type HookEvent = {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  readonly session: string
  /** The agent asks about this call once more, by another event that is answered. */
  readonly elsewhere?: true
}

/** The agent's own name of a session that is over. */
export type SessionOver = { readonly over: string }

/**
 * Of the agents whose documentation has such an event; the sessions of the others end with their
 * process.
 */
const END_OF_SESSION: Readonly<Partial<Record<HookAgent, string>>> = {
  'claude-code': 'SessionEnd',
  'gemini-cli': 'SessionEnd',
  cursor: 'sessionEnd',
}

const tooDeep = `the event is nested deeper than ${DEEPEST} levels`

type Fields = Readonly<Record<string, unknown>>

/** In words what is wrong, where the event cannot be read or is none that is answered here. */
export function readEvent(
  agent: HookAgent,
  text: string,
): HookEvent | SessionOver | { readonly wrong: string } {
  let event: unknown
  try {
    // Some systems begin what they write with a mark of its encoding.
    event = readShowableJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (error) {
    if (error instanceof Unshowable) return { wrong: error.message }
    // What is read value by value is walked to its depth.
    return { wrong: error instanceof RangeError ? tooDeep : 'the event is not JSON' }
  }
  if (!isObject(event)) return { wrong: 'the event is not an object' }
  if (isTooDeep(event, DEEPEST + WRAPPED)) return { wrong: tooDeep }
  const name = textOf(event, 'hook_event_name')
  if (name === END_OF_SESSION[agent])
    return { over: textOf(event, agent === 'cursor' ? 'conversation_id' : 'session_id') }
  let found: HookEvent | null
  try {
    found =
      agent === 'cursor'
        ? ofCursor(event, name)
        : ofTool(event, name, agent === 'gemini-cli' ? 'BeforeTool' : 'PreToolUse')
  } catch (error) {
    if (error instanceof Unshowable) return { wrong: error.message }
    throw error
  }
  if (found === null)
    return {
      wrong:
        name === ''
          ? 'the event has no name'
          : `the event ${name} is not one that comes before a tool`,
    }
  if (found.tool === '') return { wrong: 'the event names no tool' }
  if (found.cwd === '') return { wrong: 'the event names no folder' }
  return found
}

function ofTool(event: Fields, name: string, wanted: string): HookEvent | null {
  if (name !== wanted) return null
  return {
    tool: textOf(event, 'tool_name'),
    input: inputOf(event['tool_input']),
    cwd: textOf(event, 'cwd'),
    session: textOf(event, 'session_id'),
  }
}

/**
 * Tools of Cursor that come as `beforeShellExecution`, `beforeReadFile` and `beforeMCPExecution`.
 */
const HAS_EVENT = /^(?:Shell|Read|MCP:.*)$/
const ASKED_ELSEWHERE = { input: {}, elsewhere: true } as const

function ofCursor(event: Fields, name: string): HookEvent | null {
  const roots = event['workspace_roots']
  const root = Array.isArray(roots) && typeof roots[0] === 'string' ? roots[0] : ''
  const cwd = textOf(event, 'cwd') || root
  const session = textOf(event, 'conversation_id')
  const tool = textOf(event, 'tool_name')
  switch (name) {
    case 'beforeShellExecution':
      return { tool: 'Shell', input: { command: event['command'] }, cwd, session }
    case 'beforeReadFile':
      return { tool: 'Read', input: { file_path: event['file_path'] }, cwd, session }
    case 'beforeMCPExecution':
      // Which server it is for is said by how that one is reached.
      return {
        tool: tool === '' ? '' : `mcp__${serverOf(event)}__${tool}`,
        input: inputOf(event['tool_input']),
        cwd,
        session,
      }
    case 'preToolUse':
      // These have an event of their own, which comes as well and says more: one call is asked
      // about once.
      if (HAS_EVENT.test(tool)) return { ...ASKED_ELSEWHERE, tool, cwd, session }
      return { tool, input: inputOf(event['tool_input']), cwd, session }
    default:
      return null
  }
}

/** Two servers have never the same name here: where signs are lost, a digest of all of them stays. */
function serverOf(event: Fields): string {
  const address = textOf(event, 'url') || textOf(event, 'command') || 'unknown'
  const name = address.replaceAll(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60)
  return name === address ? name : `${name}-${hash('sha256', address).slice(0, 16)}`
}

/** Some events carry the arguments as JSON text. What is no object is an argument too. */
function inputOf(value: unknown): Fields {
  if (isObject(value)) return value
  if (value === undefined || value === null) return {}
  if (typeof value !== 'string') return { value }
  let parsed: unknown
  try {
    parsed = readShowableJson(value)
  } catch (error) {
    if (error instanceof Unshowable) throw error
    return { value }
  }
  return isObject(parsed) && !isTooDeep(parsed) ? parsed : { value }
}

const textOf = (fields: Fields, key: string): string => {
  const value = fields[key]
  return typeof value === 'string' ? value : ''
}
