// What pictures require, by the service that the person chose.
import { assertNever } from '../../contract/never.ts'
import type { Requirement } from '../../contract/call/manifest.ts'
import type { ImageService } from '../../contract/policy/config/web-services.ts'

/** Where they answer, if the person set no address of their own. */
export const OPENAI_IMAGES = 'https://api.openai.com'
export const GOOGLE_IMAGES = 'https://generativelanguage.googleapis.com'

export const imageRequirements = (service: ImageService): Requirement[] => [
  { kind: 'workspace' },
  keyOf(service),
]

function keyOf({ provider, url, credential }: ImageService): Requirement {
  switch (provider) {
    case 'openai':
      return { kind: 'credential', name: credential, host: new URL(url ?? OPENAI_IMAGES).host }
    case 'google':
      return {
        kind: 'credential',
        name: credential,
        host: new URL(url ?? GOOGLE_IMAGES).host,
        header: 'x-goog-api-key',
        template: '{}',
      }
    default:
      return assertNever(provider, 'keyOf')
  }
}
