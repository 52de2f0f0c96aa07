// Makes one update feed out of those that two machines wrote for the same version: Macs of both
// kinds read the same file, and take what is for them; so do both kinds of Windows.
//   node build/merge-feeds.mjs parts/*/latest-mac.yml > latest-mac.yml
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(mergeFeeds(process.argv.slice(2).map((file) => readFileSync(file, 'utf8'))))

/** @param {readonly string[]} texts @throws where they are of different versions */
export function mergeFeeds(texts) {
  const feeds = texts.map((text) => parse(text))
  const [first] = feeds
  if (first === undefined) throw new Error('merge-feeds: no feed')
  const other = feeds.find(({ version }) => version !== first.version)
  if (other !== undefined)
    throw new Error(`merge-feeds: ${first.version} and ${other.version} are two versions`)
  return stringify({ ...first, files: feeds.flatMap(({ files }) => files) })
}
