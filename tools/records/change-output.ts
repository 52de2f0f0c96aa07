// What a tool says that added, changed or deleted a record.
import type { Failure } from '../../contract/failure.ts'
import type { Json } from '../../contract/json.ts'
import type { StoredRecord } from '../../contract/record/record.ts'
import { recordText } from '../../contract/record/record-text.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { ToolOutput } from '../../contract/call/tool.ts'

export const changeOutput = (
  verb: 'Kept' | 'Changed' | 'Deleted' | 'Completed' | 'Dismissed',
  done: Result<StoredRecord, Failure>,
): Result<ToolOutput, Failure> =>
  done.ok
    ? ok({
        text: `${verb} the ${recordText(done.value.of)} ${done.value.id}, ${done.value.title}.`,
        data: { record: done.value as unknown as Json },
      })
    : done
