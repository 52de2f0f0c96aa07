// Sets one value in the document of the file, and writes the document out; what is beside it stays.
import { isAlias, isMap, isScalar, type Document } from 'yaml'

export type Change = { readonly path: readonly string[]; readonly value: unknown }

/** The document as text, with the line ends that it had. */
export function writtenOut(document: Document, before: string): string {
  const written = document.toString({ lineWidth: 0, flowCollectionPadding: false })
  return before.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written
}

/** Sets a value, making the sections above it. */
export function put(document: Document, { path, value }: Change): void {
  unshare(document, path)
  document.setIn(path, Array.isArray(value) ? document.createNode(value) : value)
  // `{}` is how an empty section is written; one that has grown reads better in lines.
  for (let length = 1; length < path.length; length++) {
    const grown = document.getIn(path.slice(0, length), true)
    if (isMap(grown) && grown.flow === true && grown.items.length === 1) grown.flow = false
  }
}

/** Makes the sections above a place the file's own there. */
export function unshare(document: Document, path: readonly string[]): void {
  for (let length = 1; length < path.length; length++) {
    const section = path.slice(0, length)
    const node = document.getIn(section, true)
    // A section shared through an alias is written out first: a change here must not change the
    // other place too.
    if (isAlias(node)) document.setIn(section, document.createNode(node.toJS(document)))
    // `tools:` with nothing behind it is no section yet.
    else if (isScalar(node) && node.value === null) document.setIn(section, document.createNode({}))
  }
}
