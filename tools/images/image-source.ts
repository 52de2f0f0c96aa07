// What any service that makes pictures is asked and says.
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { bytesOfBase64 } from '../files/base64.ts'
import { pictureKind } from '../files/picture-kind.ts'
import type { ServiceContext, ServiceRequest } from '../service/ask-service.ts'

export type ImageAsked = {
  readonly prompt: string
  readonly size: string
  readonly aspect_ratio: string
  readonly quality: string
}
export type Picture = { readonly bytes: Uint8Array; readonly mimeType: string }

export type ImageSource = {
  readonly name: string
  request(
    asked: ImageAsked,
  ): ServiceRequest & { readonly body: string; readonly credential: string }
  ask(asked: ImageAsked, context: ServiceContext): Promise<Result<Picture, Failure>>
}

/** A picture in base64 of 10 MB at most. */
export const ANSWER = { timeoutMs: 120_000, maxBytes: 14 * 1024 * 1024 }

/** Base64 as a service gave it, if a picture is in it. */
export function pictureOf(service: string, base64: string): Result<Picture, Failure> {
  const bytes = bytesOfBase64(base64)
  const mimeType = bytes === null ? null : pictureKind(bytes)
  return bytes === null || mimeType === null || mimeType === 'application/pdf'
    ? err(
        failure(
          'service.answer',
          `${service} answered with something that is no picture.`,
          'Try once more, then tell the person.',
        ),
      )
    : ok({ bytes, mimeType })
}

export const withheld = (service: string, why: string): Failure =>
  failure(
    'image.withheld',
    `${service} made no picture${why === '' ? '' : `: ${why.slice(0, 300)}`}.`,
    'Describe it differently.',
  )
