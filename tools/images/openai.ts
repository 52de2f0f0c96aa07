// The images endpoint of OpenAI, which other servers have too.
import { z } from 'zod'
import type { ImageService } from '../../contract/policy/config/web-services.ts'
import { askJson } from '../service/read-json.ts'
import { OPENAI_IMAGES } from './image-access.ts'
import { ANSWER, pictureOf, type ImageSource } from './image-source.ts'

const NAME = 'The image service'
const Answer = z.object({ data: z.tuple([z.object({ b64_json: z.string().min(1) })]) })

/** OpenAI ended the first one in October 2026, and the ones between in December. */
const USUAL = 'gpt-image-2'

export function openAiImages({ url, model, credential }: ImageService): ImageSource {
  const base = url ?? OPENAI_IMAGES
  const source: ImageSource = {
    name: model ?? USUAL,
    request: ({ prompt, size, quality }) => ({
      service: NAME,
      method: 'POST',
      credential,
      ...ANSWER,
      url: `${base}/v1/images/generations`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: model ?? USUAL,
        prompt,
        n: 1,
        size,
        quality,
        output_format: 'png',
      }),
    }),
    async ask(asked, context) {
      const answer = await askJson(source.request(asked), context, Answer)
      return answer.ok ? pictureOf(NAME, answer.value.data[0].b64_json) : answer
    },
  }
  return source
}
