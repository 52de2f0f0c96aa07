// A service's answer as JSON of the shape that the tool expects. What is no JSON, or another, ends
// in a sentence.
import type { z } from 'zod'
import { failure, type Failure } from '../../contract/failure.ts'
import type { FetchResponse } from '../../contract/call/powers/fetch-power.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { askService, type ServiceContext, type ServiceRequest } from './ask-service.ts'

/** Asks, and reads the answer by this schema. */
export async function askJson<S extends z.ZodType>(
  request: ServiceRequest,
  context: ServiceContext,
  schema: S,
): Promise<Result<z.output<S>, Failure>> {
  const answer = await askService(request, context)
  return answer.ok ? readJson(request.service, answer.value, schema) : answer
}

/** For an answer of which more than the body is wanted, such as headers for the next page. */
export function readJson<S extends z.ZodType>(
  service: string,
  { body }: FetchResponse,
  schema: S,
): Result<z.output<S>, Failure> {
  const read = schema.safeParse(jsonOf(body))
  return read.success
    ? ok(read.data)
    : err(
        failure(
          'service.answer',
          body.length === 0
            ? `${service} answered with nothing.`
            : `${service} answered with something else than its interface says.`,
          'The address of the service in the configuration may be wrong. Try once more, then tell the person.',
        ),
      )
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    // Undefined fits no schema.
    return undefined
  }
}
