// Imagen by the Gemini interface of Google.
import { z } from 'zod'
import { err } from '../../contract/result.ts'
import type { ImageService } from '../../contract/policy/config/services.ts'
import { askJson } from '../service/read-json.ts'
import { ANSWER, pictureOf, withheld } from './image-source.ts'
import type { ImageSource } from './image-source.ts'

const NAME = 'Google'
const Answer = z.object({
  /** Left out where its filter let nothing through. */
  predictions: z
    .array(
      z.object({
        bytesBase64Encoded: z.string().optional(),
        raiFilteredReason: z.string().optional(),
      }),
    )
    .optional(),
})

export function googleImages({ url, model, credential }: ImageService): ImageSource {
  const base = url ?? 'https://generativelanguage.googleapis.com'
  const chosen = model ?? 'imagen-4.0-generate-001'
  const source: ImageSource = {
    name: chosen,
    requires: [
      {
        ...{ kind: 'credential', name: credential, host: new URL(base).host },
        ...{ header: 'x-goog-api-key', template: '{}' },
      },
    ],
    request: ({ prompt, aspect_ratio }) => ({
      ...{ service: NAME, method: 'POST', credential, ...ANSWER },
      url: `${base}/v1beta/models/${encodeURIComponent(chosen)}:predict`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        instances: [{ prompt }],
        parameters: { sampleCount: 1, aspectRatio: aspect_ratio },
      }),
    }),
    async ask(asked, context) {
      const answer = await askJson(source.request(asked), context, Answer)
      if (!answer.ok) return answer
      const [first] = answer.value.predictions ?? []
      return first?.bytesBase64Encoded === undefined
        ? err(withheld(NAME, first?.raiFilteredReason ?? ''))
        : pictureOf(NAME, first.bytesBase64Encoded)
    },
  }
  return source
}
