// The list of tools. In a file of its own: a command that lists them builds no other schema.
import { z } from 'zod'
import { ToolListing } from '../../call/manifest.ts'
import { call, everywhere, none } from '../channel.ts'

export const toolsChannels = {
  'tools.list': call(everywhere, none, z.array(ToolListing)),
} as const
