// What `--redact` says: a list with commas.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { Redact } from '../../../../contract/journal/receipt.ts'
import type { RedactList } from '../../../../contract/journal/receipt.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'

export function readRedact(text: string | undefined): Result<RedactList, Failure> {
  const given = text === undefined ? [] : text.split(',').map((word) => word.trim())
  const wrong = given.find((word) => !Redact.safeParse(word).success)
  return wrong === undefined
    ? ok(given)
    : err(
        failure(
          'usage',
          `"${wrong}" is nothing that can be hidden.`,
          'Write content, people, hash, at, or a field such as entry.args.path; several with commas.',
        ),
      )
}
