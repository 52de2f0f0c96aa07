// Reads what a server sends, never more than fits.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

export async function bodyOf(
  response: Response,
  most: number,
): Promise<Result<Uint8Array, Failure>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > most)
      return err(
        failure(
          'bundle.too-large',
          `What the source sends is longer than ${Math.floor(most / 1024)} KiB.`,
          'See organisation.source in the configuration.',
        ),
      )
    parts.push(part)
  }
  return ok(Buffer.concat(parts))
}

export const unreachable = (where: string, why: string): Failure =>
  failure(
    'bundle.unreachable',
    `The policy bundle at ${where} could not be fetched: ${why}`,
    'The last valid bundle stays in force. Check the address and the network.',
  )

export const textOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown)
