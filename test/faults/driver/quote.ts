// What somebody was told, for the table.

/** The beginning in quotation marks: whole sentences as far as they fit, and never half a word. */
export function quote(text: string, most = 160): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= most) return `“${line}”`
  const sentences = /^.*[.!?](?=\s)/.exec(line.slice(0, most))?.[0]
  return sentences === undefined
    ? `“${line.slice(0, most).replace(/\s\S*$/, '')} …”`
    : `“${sentences}”`
}
