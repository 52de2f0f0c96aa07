// Pictures by the Gemini interface of Google: of a Gemini model, or of Imagen where a server still has
// one. Google itself ended Imagen in August 2026.
import { z } from 'zod'
import { err } from '../../contract/result.ts'
import type { ImageService } from '../../contract/policy/config/web-services.ts'
import { askJson } from '../service/read-json.ts'
import { GOOGLE_IMAGES } from './image-access.ts'
import { ANSWER, pictureOf, withheld, type ImageAsked, type ImageSource } from './image-source.ts'

const NAME = 'Google'
const USUAL = 'gemini-3.1-flash-image'

/** Left out in it: what its filter let nothing through of. */
const Generated = z.object({
  candidates: z
    .array(
      z.object({
        content: z
          .object({
            parts: z
              .array(
                z.object({
                  text: z.string().optional(),
                  inlineData: z.object({ data: z.string() }).optional(),
                  /** A sketch on the way to the picture. */
                  thought: z.boolean().optional(),
                }),
              )
              .optional(),
          })
          .optional(),
        finishReason: z.string().optional(),
        finishMessage: z.string().optional(),
      }),
    )
    .optional(),
  promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
})
const Predicted = z.object({
  predictions: z
    .array(
      z.object({
        bytesBase64Encoded: z.string().optional(),
        raiFilteredReason: z.string().optional(),
      }),
    )
    .optional(),
})

type Reading = { readonly data: string | undefined; readonly why: string }

function ofGemini({ candidates, promptFeedback }: z.output<typeof Generated>): Reading {
  const [first] = candidates ?? []
  const parts = (first?.content?.parts ?? []).filter(({ thought }) => thought !== true)
  const said = parts.map(({ text }) => text ?? '').join(' ')
  return {
    data: parts.find(({ inlineData }) => inlineData !== undefined)?.inlineData?.data,
    why:
      [first?.finishMessage, said.trim(), promptFeedback?.blockReason, first?.finishReason].find(
        (each) => each !== undefined && each !== '',
      ) ?? '',
  }
}

const ofImagen = ({ predictions }: z.output<typeof Predicted>): Reading => ({
  data: predictions?.[0]?.bytesBase64Encoded,
  why: predictions?.[0]?.raiFilteredReason ?? '',
})

type Form = { readonly verb: string; readonly body: (asked: ImageAsked) => object }

const GEMINI: Form = {
  verb: 'generateContent',
  body: ({ prompt, aspect_ratio }) => ({
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    generationConfig: {
      responseModalities: ['IMAGE'],
      imageConfig: { aspectRatio: aspect_ratio },
    },
  }),
}
const IMAGEN: Form = {
  verb: 'predict',
  body: ({ prompt, aspect_ratio }) => ({
    instances: [{ prompt }],
    parameters: { sampleCount: 1, aspectRatio: aspect_ratio },
  }),
}

export function googleImages({ url, model, credential }: ImageService): ImageSource {
  const base = url ?? GOOGLE_IMAGES
  const chosen = model ?? USUAL
  const imagen = chosen.startsWith('imagen-')
  const { verb, body } = imagen ? IMAGEN : GEMINI
  const source: ImageSource = {
    name: chosen,
    request: (asked) => ({
      service: NAME,
      method: 'POST',
      credential,
      ...ANSWER,
      url: `${base}/v1beta/models/${encodeURIComponent(chosen)}:${verb}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body(asked)),
    }),
    async ask(asked, context) {
      const request = source.request(asked)
      const answer = await askJson(
        request,
        context,
        imagen ? Predicted.transform(ofImagen) : Generated.transform(ofGemini),
      )
      if (!answer.ok) return answer
      const { data, why } = answer.value
      return data === undefined ? err(withheld(NAME, why)) : pictureOf(NAME, data)
    },
  }
  return source
}
