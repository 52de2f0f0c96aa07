// What a line fetches and then runs: the same as a pipe into a shell, in two steps.
import type { PartialPart } from './effects/partial-part.ts'
import { isInterpreter } from './effects/interpreters.ts'
import { isShell } from './effects/shells.ts'

const FETCHES =
  /^(?:curl|wget|wget2|aria2c|http|https|xh|axel|scp|sftp|ftp|tftp|rsync|lftp|rclone|gh|aws|gsutil|gcloud|az|invoke-webrequest|iwr|fetch|nc|ncat)$/
const UNPACKS = /^(?:tar|bsdtar|gtar|unzip|7z|7za|7zr|unrar|cpio|ar|gunzip|unxz|bunzip2|unzstd)$/
/** Programs whose first operands are code. */
const RUNS =
  /^(?:\.|source|deno|bun|tsx|ts-node|pwsh|powershell|osascript|bash|make|gmake|php|Rscript|awk|gawk|sed|java|dotnet|wine|dpkg|rpm|installer|msiexec)$/

/**
 * Parts that run a file which an earlier part of the line may have fetched, or one out of an
 * archive that was unpacked after something was fetched: nobody has seen what they run.
 */
export function markFetched(partials: PartialPart[]): void {
  const names = new Set<string>()
  let fetched = false
  let unpacked = false
  for (const [at, part] of partials.entries()) {
    const [name = '', ...rest] = part.words
    if (fetched && runs(part, names, unpacked))
      partials[at] = { ...part, opaque: true, effects: [...part.effects, 'unknown'] }
    fetched ||= FETCHES.test(name.toLowerCase()) && part.effects.includes('network')
    if (!fetched) continue
    unpacked ||= UNPACKS.test(name)
    for (const word of [...rest, part.text]) for (const each of namesIn(word)) names.add(each)
  }
}

function runs({ words }: PartialPart, names: ReadonlySet<string>, unpacked: boolean): boolean {
  const [name = '', ...rest] = words
  if (name.includes('/')) return unpacked || names.has(lastOf(name))
  if (!isShell(name) && !isInterpreter(name) && !RUNS.test(name)) return false
  return rest.some((word) => !word.startsWith('-') && (unpacked || names.has(lastOf(word))))
}

/** The names of files that a word could mean: `-oNAME`, `--output=NAME`, the end of a URL. */
const namesIn = (word: string): readonly string[] =>
  word
    .split(/\s+/)
    .flatMap((each) => [each, each.replace(/^--?[\w-]*=/, ''), each.replace(/^-[a-zA-Z]*[oO]/, '')])
    .map((each) => lastOf(each.replace(/[?#].*$/, '')))
    .filter((each) => each !== '' && !each.startsWith('-'))

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
