// Pure. Which files a patch for Codex's apply_patch would write, read as Codex reads it: markers
// may have white space around them, and the whole may be in a here-document. Earlier and later
// versions of Codex differ in where they take a line for a marker, so a line that any of them takes
// for one counts. One that looks like a marker and is none refuses the whole patch.

export type PatchFiles = {
  /** As the patch names them, in their order, each once. */
  readonly files: readonly string[]
  /** Where Codex would apply it, if the patch names one of its environments. */
  readonly environment: string | null
}

const BEGIN = '*** Begin Patch'
const END = '*** End Patch'
const END_OF_FILE = '*** End of File'
const FILES = ['*** Add File: ', '*** Delete File: ', '*** Update File: ', '*** Move to: ']
const ENVIRONMENT = '*** Environment ID: '
const HEREDOCS = ['<<EOF', "<<'EOF'", '<<"EOF"']

/** Null: it is not a patch, or a line of it could be a marker and is not understood. */
export function patchFiles(patch: string): PatchFiles | null {
  const lines = withoutHeredoc(linesOf(trimmed(patch)))
  if (lines.length < 2 || trimmed(lines[0] ?? '') !== BEGIN || trimmed(lines.at(-1) ?? '') !== END)
    return null
  const files = new Set<string>()
  let environment: string | null = null
  for (const [at, line] of lines.entries()) {
    if (at === 0 || at === lines.length - 1) continue
    // Text that is added or taken away: no version looks for a marker in it.
    if (line.startsWith('+') || line.startsWith('-')) {
      if (hidesMarker(line)) return null
      continue
    }
    const marker = trimmed(line)
    const prefix = FILES.find((each) => marker.startsWith(each))
    if (prefix !== undefined) {
      const file = marker.slice(prefix.length)
      if (!isPlain(file)) return null
      files.add(file)
    } else if (marker.startsWith(ENVIRONMENT)) {
      const id = marker.slice(ENVIRONMENT.length)
      if (at !== 1 || !isPlain(id)) return null
      environment = id
    } else if (marker === END_OF_FILE) continue
    else if (couldBeMarker(line) || hidesMarker(line)) return null
  }
  return files.size === 0 ? null : { files: [...files], environment }
}

/** As Rust cuts a text into lines: a carriage return alone ends none. */
const linesOf = (text: string): readonly string[] =>
  text.split('\n').map((line) => line.replace(/\r+$/, ''))

/** White space as Rust knows it, which is not the same as JavaScript's. */
const trimmed = (text: string): string =>
  text.replace(/^\p{White_Space}+/u, '').replace(/\p{White_Space}+$/u, '')

function withoutHeredoc(lines: readonly string[]): readonly string[] {
  const wrapped =
    lines.length >= 4 && HEREDOCS.includes(lines[0] ?? '') && lines.at(-1)?.endsWith('EOF') === true
  return wrapped ? lines.slice(1, -1) : lines
}

/**
 * A name with white space in front, or with a character that cannot be seen, might be read as
 * another one.
 */
const isPlain = (name: string): boolean =>
  name !== '' &&
  !/^\p{White_Space}|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) &&
  // After a sign that has two looks, the mark of one of them is no letter of the name.
  !/\p{Default_Ignorable_Code_Point}/u.test(name.replaceAll('\ufe0f', ''))

/** What ends a line for some readers and none for Rust. */
// oxlint-disable-next-line no-control-regex -- control characters that end a line for some readers
const OTHER_ENDS = /[\r\v\f\u001c-\u001e\u0085\u2028\u2029]/u

/** Whether a reader that ends lines in more ways than Codex would see a marker within this one. */
const hidesMarker = (line: string): boolean =>
  line
    .split(OTHER_ENDS)
    .slice(1)
    .some((piece) => couldBeMarker(` ${piece}`))

/**
 * Codex begins every marker with three stars. At the start of a line nothing else has them; after a
 * space it may be a line of the file itself, such as a rule in Markdown, so there only what reads
 * like a marker counts.
 */
function couldBeMarker(line: string): boolean {
  const seen = line.normalize('NFKC').replace(/[\p{Cc}\p{Cf}]/gu, '')
  const text = trimmed(seen)
  if (!/^[*\u2217\u204e]{2,}/u.test(text)) return false
  if (!/^\p{White_Space}/u.test(seen)) return true
  return /^[*\u2217\u204e]{2,}\p{White_Space}*(?:begin|end)\p{White_Space}+(?:patch|of)|^[*\u2217\u204e]{2,}\p{White_Space}*[\p{L}\p{White_Space}]{1,40}:/iu.test(
    text,
  )
}
