// The images endpoint of OpenAI and the two of Google, as their documentation has them.
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

const MODELS = '/v1beta/models/'
type Asking = {
  readonly contents?: readonly { readonly parts: readonly { readonly text: string }[] }[]
  readonly generationConfig?: {
    readonly responseModalities: readonly string[]
    readonly imageConfig: { readonly aspectRatio: string }
  }
  readonly instances?: readonly { readonly prompt: string }[]
}

/** A picture of a Gemini model, as `generateContent` gives it. */
function generated({ contents, generationConfig }: Asking): Reply {
  const prompt = contents?.[0]?.parts[0]?.text
  if (prompt === undefined || generationConfig?.responseModalities.includes('IMAGE') !== true)
    return googleError(400, 'Invalid JSON payload received.')
  const candidate = (parts: unknown, finishReason = 'STOP'): Reply => ({
    json: {
      candidates: [{ content: { parts, role: 'model' }, finishReason, index: 0 }],
      usageMetadata: { promptTokenCount: 4 },
      modelVersion: 'gemini-3.1-flash-image',
    },
  })
  switch (prompt) {
    case 'forbidden':
      return { json: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } } }
    case 'a person':
      return {
        json: {
          candidates: [
            {
              finishReason: 'IMAGE_SAFETY',
              index: 0,
              finishMessage: 'Unable to show the generated image.',
            },
          ],
        },
      }
    case 'only words':
      return candidate([{ text: 'I can only describe it.' }])
    case 'nothing':
      return { json: {} }
    case 'text':
      return candidate([{ inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } }])
    default:
      return candidate([
        { thought: true, inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } },
        { text: 'Here it is.' },
        { inlineData: { mimeType: 'image/png', data: PICTURE } },
      ])
  }
}

/** A picture of Imagen, as `predict` gave it. */
function predicted({ instances }: Asking): Reply {
  switch (instances?.[0]?.prompt ?? '') {
    case 'forbidden':
      return { json: { predictions: [{ raiFilteredReason: 'It may show a person.' }] } }
    case 'nothing':
      return { json: {} }
    default:
      return { json: { predictions: [{ mimeType: 'image/png', bytesBase64Encoded: PICTURE }] } }
  }
}

export const googleImageService = (): Promise<HttpService> =>
  httpService(
    ({ method, path, body }) => {
      if (method !== 'POST') return null
      const asking = JSON.parse(body) as Asking
      if (path === `${MODELS}gemini-3.1-flash-image:generateContent`) return generated(asking)
      return path === `${MODELS}imagen-4.0-generate-001:predict` ? predicted(asking) : null
    },
    { expects: { header: 'x-goog-api-key', value: PLANTED }, error: googleError },
  )
