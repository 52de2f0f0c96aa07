// Channels: plugins of the two folders, their review, and the check of a manifest.
import { z } from 'zod'
import { Proof } from '../../approval/proof.ts'
import { PackedPlugin, PluginDraft, PluginLanguage } from '../../plugin/draft.ts'
import { PluginCheck, PluginList, PluginReview } from '../../plugin/listing.ts'
import { PluginName } from '../../plugin/plugin-name.ts'
import { call, everywhere, none, screens } from '../channel.ts'

const name = z.string().min(1).max(200)
const file = z.string().min(1).max(4_096)

export const pluginsChannels = {
  /** All of both folders, broken ones too. */
  'plugins.list': call(everywhere, none, PluginList),
  /** What it is beside what was reviewed. Opens nothing. */
  'plugins.review': call(everywhere, z.strictObject({ name }), PluginReview),
  /**
   * A person's acceptance of what they were shown, by its digest. On the command line it carries
   * proof once a passphrase is set.
   */
  'plugins.accept': call(
    everywhere,
    z.strictObject({ name, digest: z.string(), proof: Proof.optional() }),
    PluginReview,
  ),
  /** Takes an acceptance back. */
  'plugins.close': call(everywhere, z.strictObject({ name }), PluginReview),
  /** Reads one manifest of this machine, in any folder. Changes nothing. */
  'plugins.check': call(everywhere, z.strictObject({ file }), PluginCheck),
  /** What a new plugin would be, and where. Writes nothing. */
  'plugins.draft': call(
    screens,
    z.strictObject({ name: PluginName, language: PluginLanguage }),
    PluginDraft,
  ),
  /** Writes the draft into the external folder. It is closed until it is reviewed. */
  'plugins.create': call(
    screens,
    z.strictObject({ name: PluginName, language: PluginLanguage }),
    z.strictObject({ files: z.array(z.string()) }),
  ),
  /** Manifest and program in one archive. Fails where the manifest has problems. */
  'plugins.pack': call(screens, z.strictObject({ file }), PackedPlugin),
} as const
