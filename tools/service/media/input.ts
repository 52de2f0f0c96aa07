// What media takes: its actions, and which arguments go with which.
import { z } from 'zod'
import {
  actionNames,
  changes,
  fitsAction,
  oneLine,
  reads,
  type ActionTable,
} from '../action-args.ts'

const listed = ['filter', 'page']
const adding = ['quality_profile_id', 'root_folder']

export const mediaActions = {
  search_movie: reads(['query']),
  get_movie: reads(['id']),
  list_movies: reads([], listed),
  search_series: reads(['query']),
  get_series: reads(['id']),
  list_series: reads([], listed),
  profiles: reads(['service']),
  root_folders: reads(['service']),
  add_movie: changes(['tmdb_id', 'title', ...adding]),
  add_series: changes(['tvdb_id', 'title', ...adding]),
} satisfies ActionTable

const number = z.int().min(1).max(2_147_483_647)

export const mediaInput = z
  .strictObject({
    action: z.enum(actionNames(mediaActions)).describe('What to do.'),
    service: z.enum(['radarr', 'sonarr']).optional().describe('Of which the settings are wanted.'),
    query: z
      .string()
      .min(1)
      .max(200)
      .refine(oneLine, 'one line')
      .optional()
      .describe('Title to look for.'),
    title: z
      .string()
      .min(1)
      .max(300)
      .refine(oneLine, 'one line')
      .optional()
      .describe('Title as the search shows it; nothing is added that has another one.'),
    tmdb_id: number.optional().describe('Number of a film, as search_movie shows it.'),
    tvdb_id: number.optional().describe('Number of a series, as search_series shows it.'),
    id: number.optional().describe('Number in the library, as the list shows it.'),
    quality_profile_id: number.optional().describe('As profiles shows it.'),
    root_folder: z
      .string()
      .min(1)
      .max(1_024)
      .refine(oneLine, 'one line')
      .refine((path) => !path.split(/[/\\]/).includes('..'), 'a folder as root_folders shows it')
      .optional()
      .describe('Folder, as root_folders shows it.'),
    filter: z
      .string()
      .min(1)
      .max(100)
      .refine(oneLine, 'one line')
      .optional()
      .describe('Only titles with these letters.'),
    page: z.int().min(1).max(10_000).optional().describe('Page of the list; 1 if left out.'),
  })
  .superRefine(fitsAction(mediaActions))
export type MediaInput = z.infer<typeof mediaInput>

export const libraryOf = ({ action, service }: MediaInput): 'radarr' | 'sonarr' =>
  service ?? (action.endsWith('series') ? 'sonarr' : 'radarr')
