// Makes a picture by a model and keeps it in the workspace. One request and one file: a client
// library would add nothing but its own way out.
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import type { ImageService } from '../../contract/policy/config/web-services.ts'
import { base64InTurns } from '../files/base64.ts'
import { googleImages } from './google.ts'
import { imageRequirements } from './image-access.ts'
import type { ImageSource } from './image-source.ts'
import { openAiImages } from './openai.ts'

/** What a result can carry besides its text. */
const MAX_SHOWN_BYTES = 4 * 1024 * 1024

const Input = z.strictObject({
  prompt: z.string().min(1).max(4_000).describe('What the picture is to show.'),
  path: z
    .string()
    .min(1)
    .max(4096)
    .regex(/\.(?:png|jpe?g|webp)$/i, 'a file name that ends in .png, .jpg or .webp')
    .optional()
    .describe('File to write, in the workspace. Left out: a name in media/ made of the prompt.'),
  size: z
    .enum(['1024x1024', '1024x1536', '1536x1024'])
    .default('1024x1024')
    .describe('Width and height in pixels; for OpenAI.'),
  aspect_ratio: z
    .enum(['1:1', '3:4', '4:3', '9:16', '16:9'])
    .default('1:1')
    .describe('Width to height; for Google.'),
  quality: z.enum(['low', 'medium', 'high']).default('medium').describe('For OpenAI.'),
})
type Asked = z.output<typeof Input>

export const imageGen = (service: ImageService) => {
  const source: ImageSource =
    service.provider === 'openai' ? openAiImages(service) : googleImages(service)
  return defineTool({
    manifest: {
      id: 'image.generate',
      name: 'image_gen',
      title: 'Make a picture',
      description:
        'Make a picture from a description, and write it to a file in the workspace. It costs money at the service.',
      version: '1.0.0',
      category: 'network',
      riskTier: 'R3',
      sideEffects: true,
      dataAccess: ['network', 'credentials', 'files'],
      requires: imageRequirements(service),
      defaultPolicy: { effect: 'confirm', scope: 'this picture' },
      redaction: { args: [], result: [] },
      rateLimits: { perSession: 0, perMinute: 5 },
      builtIn: true,
      networkOutbound: true,
      subagentAccess: 'denied',
      actions: [],
      limits: { runTimeMs: 130_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 2_000 },
    },
    requiredPowers: ['net.fetch', 'secrets.get', 'fs.write'],
    input: Input,

    action: () => null,
    touches: (asked) => {
      const { url, body, credential } = source.request(asked)
      const bytes = new TextEncoder().encode(body).length
      return [
        { kind: 'net.fetch', method: 'POST', url, bytes },
        { kind: 'secrets.get', name: credential },
        { kind: 'fs.write', path: pathOf(asked) },
      ]
    },

    async execute(asked, context) {
      const picture = await source.ask(asked, context)
      if (!picture.ok) return picture
      const { bytes, mimeType } = picture.value
      const path = pathOf(asked)
      const written = await context.power['fs.write'].writeBytes(path, bytes)
      if (!written.ok) return written
      const shown = bytes.length <= MAX_SHOWN_BYTES
      return ok({
        text: `Wrote ${path} (${mimeType}, ${bytes.length} bytes).`,
        data: { path, mimeType, bytes: bytes.length, source: source.name },
        ...(shown
          ? { content: [{ kind: 'image' as const, mimeType, data: await base64InTurns(bytes) }] }
          : {}),
      })
    },
  })
}

/** The same for the same arguments, so that it is known before anything is made. */
function pathOf({ path, prompt }: Asked): string {
  if (path !== undefined) return path
  const words = prompt
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '')
  return `media/${words || 'picture'}.png`
}
