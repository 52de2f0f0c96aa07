// The images endpoint of OpenAI and Imagen's of Google, as their documentation has them.
import { httpService, PLANTED } from './http-service.ts'
import type { HttpService, Reply } from './http-service.ts'

/** One pixel. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const openAiError = (status: number, message: string): Reply => ({
  status,
  json: { error: { message, type: 'invalid_request_error', param: null, code: null } },
})

export const openAiImageService = (): Promise<HttpService> =>
  httpService(
    ({ method, path, body }) => {
      if (method !== 'POST' || path !== '/v1/images/generations') return null
      const { prompt, n, size } = JSON.parse(body) as Record<string, unknown>
      if (typeof prompt !== 'string' || n !== 1 || typeof size !== 'string')
        return openAiError(400, 'Missing required parameter.')
      if (prompt === 'forbidden')
        return openAiError(400, 'Your request was rejected by the safety system.')
      return { json: { created: 1_795_453_200, data: [{ b64_json: PICTURE }] } }
    },
    { expects: { header: 'authorization', value: `Bearer ${PLANTED}` }, error: openAiError },
  )

const googleError = (code: number, message: string): Reply => ({
  status: code,
  json: { error: { code, message, status: 'INVALID_ARGUMENT' } },
})

export const googleImageService = (): Promise<HttpService> =>
  httpService(
    ({ method, path, body }) => {
      if (method !== 'POST' || path !== '/v1beta/models/imagen-4.0-generate-001:predict')
        return null
      const { instances } = JSON.parse(body) as { instances: { prompt: string }[] }
      switch (instances[0]?.prompt ?? '') {
        case 'forbidden':
          return { json: { predictions: [{ raiFilteredReason: 'It may show a person.' }] } }
        case 'nothing':
          return { json: {} }
        case 'text':
          return {
            json: { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: 'aGVsbG8=' }] },
          }
        default:
          return { json: { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: PICTURE }] } }
      }
    },
    { expects: { header: 'x-goog-api-key', value: PLANTED }, error: googleError },
  )
