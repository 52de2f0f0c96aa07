// Channels: plugins of the two folders, their review, and the check of a manifest.
import { z } from 'zod'
import { Proof } from '../approval/approval.ts'
import { PluginCheck, PluginList, PluginReview } from '../plugin/listing.ts'
import { call, everywhere, none, terminal } from './channel.ts'

const name = z.string().min(1).max(200)

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
  'plugins.check': call(
    terminal,
    z.strictObject({ file: z.string().min(1).max(4_096) }),
    PluginCheck,
  ),
} as const
