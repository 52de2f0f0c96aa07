// The value of --args: one JSON text, in which no object has a key twice. A person who reads it may take
// the first of two, and what is called would have the last.
import { isTooDeep } from '../../../contract/call/depth.ts'
import type { Json } from '../../../contract/json.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { strictJson } from '../../../contract/strict-json.ts'
import { visible } from './output/show.ts'

/** The failure is a sentence. Left out, it is an empty object. */
export function readArgsOption(text: string = '{}'): Result<Json, string> {
  const read = strictJson(text)
  if (!read.ok)
    return err(
      read.error.kind === 'syntax'
        ? '--args is not valid JSON.'
        : `--args is refused: ${visible(read.error.text)}.`,
    )
  return isTooDeep(read.value) ? err('--args is nested too deep.') : ok(read.value as Json)
}
