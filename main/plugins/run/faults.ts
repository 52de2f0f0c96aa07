// Everything that can go wrong with a plugin while it runs, with its code and its sentence.
import type { RunLimits } from '../../../contract/plugin/request.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { PluginRequest } from '../../../contract/plugin/request.ts'
import { RUN_ERRORS } from '../../../contract/plugin/plugin-error.ts'

/** How it ended, whatever it was. */
export type PluginEnd =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string; readonly code: number | null }
  | { readonly kind: 'trapped'; readonly reason: string }
  /** `silent`: of protocol 1, and it had not said a word. */
  | { readonly kind: 'timed-out'; readonly silent?: boolean }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'overflow'; readonly stream: 'stdout' | 'stderr' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'disk' }
  /** It said something that is no message, and was ended for it. */
  | { readonly kind: 'faulty'; readonly failure: Failure }

/** Null: it ended by itself in order, with an answer or without. */
export function faultOf(
  end: PluginEnd,
  tool: string,
  bounds: RunLimits,
  log: string,
): Failure | null {
  switch (end.kind) {
    case 'exited':
      return null
    case 'faulty':
      return end.failure
    case 'timed-out':
      return failure(
        RUN_ERRORS.timeout,
        `The plugin ${tool} was ended: it ran for longer than its ${bounds.runTimeMs} ms.`,
        end.silent === true
          ? 'In protocol 1 its standard input stays open until it has answered: it has to read one line, not to the end. If it does, give it less to do, or raise max_runtime_ms in its manifest and review it.'
          : 'Give it less to do, or raise max_runtime_ms in its manifest and review it.',
      )
    case 'cancelled':
      return failure(RUN_ERRORS.cancelled, `The plugin ${tool} was ended: its call was cancelled.`)
    case 'overflow': {
      const out = end.stream === 'stdout'
      return failure(
        out ? RUN_ERRORS.stdoutOverflow : RUN_ERRORS.stderrOverflow,
        `The plugin ${tool} was ended: it wrote more than ${out ? bounds.stdoutBytes : bounds.stderrBytes} bytes to its ${out ? 'standard output' : 'standard error'}.`,
        `Have it write less, or raise ${out ? 'max_stdout_bytes' : 'max_stderr_bytes'} in its manifest and review it.`,
      )
    }
    case 'out-of-memory':
      return failure(
        RUN_ERRORS.memory,
        `The plugin ${tool} was ended: it used up the ${Math.ceil(bounds.memoryBytes / 1024 ** 2)} MiB of memory that it may have.${said(log)}`,
        'Give it less to do, or raise memory_bytes in its manifest and review it.',
      )
    case 'disk':
      return failure(
        RUN_ERRORS.disk,
        `The plugin ${tool} was ended: while it ran, the disk of its folders lost more room than one call may take.`,
        'Look at what it wrote, which is still there. Have it write less in one call.',
      )
    case 'signalled':
      return end.code === null
        ? failure(
            RUN_ERRORS.signal,
            `The plugin ${tool} was ended with its sandbox by the signal ${end.signal}, which came from outside.${said(log)}`,
            'Nothing of Gatehouse sent it, and the plugin cannot: look for who did.',
          )
        : failure(
            RUN_ERRORS.signal,
            `The plugin ${tool} ended with ${end.code}, as a program does that ${end.signal} ended.${said(log)}`,
            'Nothing of Gatehouse sent that signal: look for the fault in the plugin.',
          )
    case 'trapped':
      return failure(
        TRAPPED,
        `The plugin ${tool} was ended by the WASI runtime: ${end.reason}${said(log)}`,
        'Look for the fault in the plugin.',
      )
  }
}

/** Beside those of `RUN_ERRORS`. */
export const TRAPPED = 'plugin.trapped'
export const SECOND_ANSWER = 'plugin.answer-second'

export const badExit = (tool: string, code: number, log: string): Failure =>
  failure(
    RUN_ERRORS.exit,
    `The plugin ${tool} ended with code ${code}${code === 126 || code === 127 ? ', as a program does that cannot be started' : ''}.${said(log)}`,
    code === 126 || code === 127
      ? 'Check that the program its first line names is installed in /usr; the sandbox shows nothing else.'
      : 'A plugin has to end with code 0 when it has answered.',
  )

export const cannotStart = (tool: string, why: string): Failure =>
  failure(
    RUN_ERRORS.start,
    `The plugin ${tool} could not be started: ${why}.`,
    'Check that it is a program of this machine, that the program its first line names is installed in /usr, and that this line does not end as on Windows.',
  )

/**
 * The line of its standard error that says most, if any: the last one that names an error, or else the
 * last. What a terminal would obey is no text.
 */
function said(log: string): string {
  const lines = log
    .replaceAll(/[^\P{C}\n]/gu, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !IN_PASSING.test(line))
  const chosen = lines.findLast((line) => NAMES_ERROR.test(line)) ?? lines.at(-1)
  return chosen === undefined ? '' : ` It said: ${chosen.slice(0, 300)}`
}

/** As Node ends each of its errors, and the steps to it. */
const IN_PASSING = /^(?:Node\.js v\d|at (?:\S|\[)|\.\.\. \d+ lines)/
const NAMES_ERROR = /\b(?:\w*Error|\w*Exception|Warning|panicked|fatal|syntax error)\b/

type Protocol = PluginRequest['protocol']

export const noAnswer = (tool: string, protocol: Protocol, log = ''): Failure =>
  failure(
    RUN_ERRORS.empty,
    `The plugin ${tool} ended without an answer.${said(log)}`,
    protocol === 0
      ? 'It has to write one JSON object to its standard output.'
      : 'In protocol 1 it ends with a line of the kind "result" or "error".',
  )
export const notJson = (tool: string, protocol: Protocol, what: string): Failure =>
  failure(
    RUN_ERRORS.json,
    `The plugin ${tool} answered with something that is not JSON: ${what}.`,
    protocol === 0
      ? 'Its standard output is for the answer alone; what else it has to say goes to standard error.'
      : 'In protocol 1 each line of its standard output is one whole JSON object; what else it has to say goes to standard error.',
  )
/** Of an answer that is not taken. `code`: that of its protocol for what cannot be read. */
const notTaken =
  (hint: string) =>
  (tool: string, code: typeof RUN_ERRORS.json | typeof RUN_ERRORS.data, what: string): Failure =>
    failure(code, `The answer of the plugin ${tool} was not taken: ${what}.`, hint)
export const tooLarge = notTaken('Have it answer with less, or write it into a file.')
export const repeated = notTaken(
  'Have it name each key once: of two values nobody knows which one counts.',
)
export const cutAnswer = (tool: string): Failure =>
  failure(
    RUN_ERRORS.partial,
    `The plugin ${tool} ended in the middle of its answer.`,
    'It has to write the whole JSON object, and flush it, before it ends.',
  )
export const trailing = (tool: string, rest: string): Failure =>
  failure(
    RUN_ERRORS.trailing,
    `The plugin ${tool} wrote something after its answer: ${shown(rest)}.`,
    'Nothing may follow the answer but white space.',
  )
export const secondAnswer = (tool: string): Failure =>
  failure(
    SECOND_ANSWER,
    `The plugin ${tool} gave two answers to one call, and neither was used.`,
    'It has to write one JSON object.',
  )
export const badShape = (tool: string, what: string): Failure =>
  failure(
    RUN_ERRORS.shape,
    `The answer of the plugin ${tool} does not have the form of its protocol: ${what}.`,
    'docs/plugins.md has the form, and schemas/ the schema.',
  )
export const badVersion = (tool: string, got: number, wanted: number): Failure =>
  failure(
    RUN_ERRORS.version,
    `The plugin ${tool} answered in protocol ${got}, and was asked in protocol ${wanted}.`,
    'Set protocol_version in its answer to that of the call.',
  )
/** A number that is no version at all is for the form to refuse. */
export const isOther = (version: unknown, wanted: Protocol): version is number =>
  typeof version === 'number' && Number.isFinite(version) && version !== wanted
export const badId = (tool: string, got: string): Failure =>
  failure(
    RUN_ERRORS.id,
    `The plugin ${tool} answered another call: request_id is ${shown(got)}.`,
    'It has to copy request_id from the call.',
  )
export const badData = (tool: string, what: string): Failure =>
  failure(
    RUN_ERRORS.data,
    `data_json in the answer of the plugin ${tool} is not JSON: ${what}.`,
    'It has to be JSON in a string, such as "{\\"count\\":3}".',
  )

/** A piece of what it wrote, short and on one line. */
const shown = (text: string): string => JSON.stringify(text.trim().slice(0, 60))
