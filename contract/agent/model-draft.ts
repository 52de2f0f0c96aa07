// A model server as a person is filling it in: asked before anything is saved.
import { z } from 'zod'
import { ModelConfig } from '../policy/config/config.ts'

const { provider, name, baseUrl } = ModelConfig.shape

export const ModelServerDraft = z.strictObject({
  provider: provider.unwrap().exclude(['manual']),
  baseUrl: baseUrl.unwrap(),
  /** As typed; empty: the one that is set for that server already. */
  key: z.string().max(4_096).default(''),
})
export type ModelServerDraft = z.infer<typeof ModelServerDraft>

export const ModelDraft = z.strictObject({ ...ModelServerDraft.shape, name: name.unwrap() })
export type ModelDraft = z.infer<typeof ModelDraft>
