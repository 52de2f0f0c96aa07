// What a reader of a plugin's output gives, whatever its protocol.
import type { Failure } from '../../../contract/failure.ts'
import type { PluginAnswer } from '../../../contract/plugin/request.ts'
import type { Result } from '../../../contract/result.ts'

export type Answered = Pick<PluginAnswer, 'data' | 'error' | 'stdout' | 'stderr'>

export type AnswerReader = {
  /** Bytes as they come. A failure: it said what it must not, and need not go on. */
  take(bytes: Uint8Array): Failure | null
  /** After its last byte. */
  end(): Result<Answered, Failure>
}
