// The comments of a YAML file, as a person reads them. Pure.

/** Blocks of lines, and what follows a value. */
export function commentsOf(text: string): readonly string[] {
  const found: string[] = []
  let block: string[] = []
  const close = (): void => {
    if (block.length > 0) found.push(block.join(' '))
    block = []
  }
  for (const line of text.split('\n')) {
    const own = /^\s*# ?(.*)$/.exec(line)?.[1]
    if (own !== undefined) {
      block.push(own)
      continue
    }
    close()
    const behind = /^[^'"#]*(?:(?:'[^']*'|"[^"]*")[^'"#]*)*\s# (.*)$/.exec(line)?.[1]
    if (behind !== undefined) found.push(behind)
  }
  close()
  return found
}
