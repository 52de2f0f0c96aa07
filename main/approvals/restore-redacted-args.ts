// A person edits arguments as the card shows them, with secrets replaced by marks. What they left
// as it was means what was really asked. Pure.
import { isObject } from '../../contract/is-object.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { canonicalJson, type Json, type JsonObject } from '../../contract/json.ts'
import { err, ok, type Result } from '../../contract/result.ts'

/**
 * `edited` with each value that equals what was `shown` in the same place put back to what was
 * `asked`. Fails with `args.hidden` where a text was changed that shows a mark: nobody can tell
 * which secret it would mean.
 */
export function restoreRedactedArgs(
  edited: JsonObject,
  shown: JsonObject,
  asked: JsonObject,
): Result<JsonObject, Failure> {
  const bad: string[] = []
  const args = restored(edited, shown, asked, '', bad) as JsonObject
  if (bad.length === 0) return ok(args)
  return err(
    failure(
      'args.hidden',
      `${bad.join(', ')}: this text contains a hidden secret. Leave it as it is, or replace the whole text.`,
      'Enter the whole value, or undo your change.',
    ),
  )
}

function restored(
  edited: Json,
  shown: Json | undefined,
  asked: Json | undefined,
  at: string,
  bad: string[],
): Json {
  if (shown === undefined || asked === undefined) return edited
  if (canonicalJson(edited) === canonicalJson(shown)) return asked
  if (Array.isArray(edited)) {
    if (!Array.isArray(shown) || !Array.isArray(asked)) return edited
    return edited.map((member: Json, index) =>
      restored(
        member,
        shown[index] as Json | undefined,
        asked[index] as Json | undefined,
        `${at}${index}.`,
        bad,
      ),
    )
  }
  if (isObject(edited) && isObject(shown) && isObject(asked))
    return Object.fromEntries(
      Object.entries(edited).map(([key, member]) => [
        key,
        restored(member, own(shown, key), own(asked, key), `${at}${key}.`, bad),
      ]),
    )
  // Shown otherwise than it was asked: a secret was replaced in it, and the mark is still there.
  if (
    typeof edited === 'string' &&
    typeof shown === 'string' &&
    shown !== asked &&
    marksIn(shown).some((mark) => edited.includes(mark))
  )
    bad.push(at.slice(0, -1))
  return edited
}

const own = (value: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(value, key) ? value[key] : undefined

/** `[secret: jwt]`, `[hidden]`. */
const marksIn = (text: string): readonly string[] =>
  text.match(/\[(?:secret|hidden)[^\]]{0,80}\]/g) ?? []
