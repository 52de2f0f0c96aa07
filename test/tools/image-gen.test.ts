import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import type { WritePower } from '../../contract/call/powers/file-power.ts'
import { ImageService } from '../../contract/policy/config/web-services.ts'
import { err, ok } from '../../contract/result.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { imageGen } from '../../tools/images/image-gen.ts'
import { PLANTED } from '../fakes/services/http-service.ts'
import {
  googleImageService,
  openAiImageService,
  PICTURE,
} from '../fakes/services/image-services.ts'
import { runTool, touchesOf } from '../fakes/services/run-tool.ts'

const toolFor = (set: object): AnyTool => imageGen(ImageService.parse(set)) as unknown as AnyTool

function folder(): { readonly written: [string, number][]; readonly power: WritePower } {
  const written: [string, number][] = []
  return {
    written,
    power: {
      writeText: async () => err(failure('test.none', 'A picture is no text.')),
      move: async () => ok(null),
      writeBytes: async (path, bytes) => {
        written.push([path, bytes.length])
        return ok({ bytes: bytes.length, created: true })
      },
    },
  }
}
const ways = {
  openai: async () => {
    const service = await openAiImageService()
    const credentials = { 'image-key': { header: 'authorization', value: `Bearer ${PLANTED}` } }
    return { service, tool: toolFor({ url: service.url }), credentials }
  },
  google: async () => {
    const service = await googleImageService()
    const credentials = { 'image-key': { header: 'x-goog-api-key', value: PLANTED } }
    return { service, tool: toolFor({ provider: 'google', url: service.url }), credentials }
  },
}
const imagen = async () => {
  const { service, credentials } = await ways.google()
  const set = { provider: 'google', url: service.url, model: 'imagen-4.0-generate-001' }
  return { service, tool: toolFor(set), credentials }
}
const run = async (way: keyof typeof ways | 'imagen', args: object) => {
  const { service, tool, credentials } = await { ...ways, imagen }[way]()
  const { written, power } = folder()
  const { hosts } = service
  const ended = await runTool(tool, args, { hosts, credentials, powers: { 'fs.write': power } })
  return { ended, written, asked: service.asked }
}

describe.each(['openai', 'google', 'imagen'] as const)('image_gen with %s', (way) => {
  it('writes the picture and shows it', async () => {
    const { ended, written } = await run(way, { prompt: 'A red fox, Ünïcode & all/../' })
    expect(ended).toMatchObject({
      ok: true,
      value: { content: [{ kind: 'image', mimeType: 'image/png', data: PICTURE }] },
    })
    expect(written).toEqual([['media/a-red-fox-u-ni-code-all.png', 70]])
  })

  it('says why there is none', async () => {
    const { ended, written } = await run(way, { prompt: 'forbidden' })
    expect(ended).toMatchObject({
      ok: false,
      error: { code: way === 'openai' ? 'service.refused' : 'image.withheld' },
    })
    expect(written).toEqual([])
  })
})

describe('image_gen', () => {
  it.each(['nothing', 'text'])('writes nothing where the answer holds %s', async (prompt) => {
    const { ended, written } = await run('google', { prompt })
    expect([ended.ok, written]).toEqual([false, []])
  })

  it.each([
    ['forbidden', 'PROHIBITED_CONTENT'],
    ['a person', 'Unable to show the generated image.'],
    ['only words', 'I can only describe it.'],
  ])('says what a Gemini model says of %s', async (prompt, why) => {
    const { ended } = await run('google', { prompt })
    expect(ended).toMatchObject({
      error: { code: 'image.withheld', text: expect.stringContaining(why) as string },
    })
  })

  it('asks a Gemini model in its own form, with the shape of the picture', async () => {
    const { asked } = await run('google', { prompt: 'x', aspect_ratio: '16:9' })
    expect(asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        contents: [{ role: 'user', parts: [{ text: 'x' }] }],
        generationConfig: {
          responseModalities: ['IMAGE'],
          imageConfig: { aspectRatio: '16:9' },
        },
      },
    ])
  })

  it('names the request with its size, the credential and the file', () => {
    expect(touchesOf(toolFor({}), { prompt: 'x', path: 'a/b.PNG' })).toEqual([
      {
        kind: 'net.fetch',
        method: 'POST',
        bytes: 102,
        url: 'https://api.openai.com/v1/images/generations',
      },
      { kind: 'secrets.get', name: 'image-key' },
      { kind: 'fs.write', path: 'a/b.PNG' },
    ])
  })

  it.each([
    [{}],
    [{ prompt: '' }],
    [{ prompt: 'x'.repeat(4_001) }],
    [{ prompt: ['x'] }],
    [{ prompt: 'x', path: 'run.sh' }],
    [{ prompt: 'x', path: '.bashrc' }],
    [{ prompt: 'x', size: '9x9' }],
    [{ prompt: 'x', aspect_ratio: '2:1' }],
    [{ prompt: 'x', quality: 'best' }],
    [{ prompt: 'x', model: '../x' }],
  ])('refuses %j', (args) => {
    expect(touchesOf(toolFor({}), args)).toBeTypeOf('string')
  })

  it.each(['../v1/files', 'a?x=1', 'a b', ''])('has no model %j', (model) => {
    expect(ImageService.safeParse({ model }).success).toBe(false)
  })
})
