// The arguments of a call as a person and the journal see them: without secrets.
import type { Approval } from '../../contract/approval/approval.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { DecidedCall } from './evaluate.ts'
import type { Cleaning } from './result/sanitize-output.ts'

export const shownArgs = (call: DecidedCall, deps: Cleaning): Promise<JsonObject> =>
  redacted(call, call.args, deps)

/**
 * For an approval that replaces another. What was hidden stays hidden, also when the credential was
 * removed since; where the arguments are others, they are shown as they are now.
 */
export const shownAgain = (
  call: DecidedCall,
  { requestHash, args }: Pick<Approval, 'requestHash' | 'args'>,
  deps: Cleaning,
): Promise<JsonObject> => redacted(call, call.requestHash === requestHash ? args : call.args, deps)

const redacted = async (
  { tool: { manifest } }: DecidedCall,
  args: JsonObject,
  { redactJson }: Cleaning,
): Promise<JsonObject> =>
  (await redactJson(args, manifest.redaction.args, manifest.name)) as JsonObject
