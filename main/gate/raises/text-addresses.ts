// Pure. Addresses in a text that a service shows, sends or keeps: a page that is fetched when
// somebody looks, a mailbox, and somebody who is called by a sign before their name.
/** Of percent-encoding only what makes an address. */
const SIGNS: Readonly<Record<string, string>> = { '%3a': ':', '%2f': '/', '%40': '@', '%2e': '.' }

/** In a function: to make what asks for letters of all scripts takes longer than most commands have for it. */
const hostForms = () => [
  // With a scheme.
  /(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]{1,20}:)?\/\/(?:[^\s/?#@"'<>]{1,256}@)?(\[[0-9a-f:.]+\]|[\p{L}\p{M}\p{N}._-]+)/gu,
  // A mailbox.
  /[\p{L}\p{N}._%+-]{1,64}@((?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,})/gu,
  // `collect.example/in`, as a chat makes a link of it; a file of a folder has an ending and no slash behind it.
  /(?<![\p{L}\p{N}._/@:-])((?:[\p{L}\p{N}_-]+\.)+\p{L}{2,})\/[^\s]/gu,
]
/** Handles, and names that are called. */
const nameForms = () => [
  /(?<![\p{L}\p{N}._/@-])@([a-z0-9][a-z0-9_-]{1,38})(?![\p{L}\p{N}@/]|\.\p{L})/gu,
  /<([@!#][a-z0-9][a-z0-9|^_-]{1,40})>/gu,
]

/** This machine, and the names of forms that nothing fetches. */
const NOWHERE =
  /^(?:localhost|127(?:\.\d+){3}|\[::1\]|(?:www\.)?w3\.org|schemas\.[a-z.]+|json-schema\.org)$/

/** Hosts, mailboxes and names that are called, each once, as a text that was read would have them. */
export function addressesIn(text: string): readonly string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replaceAll(/%(?:3a|2f|40|2e)/g, (code) => SIGNS[code] ?? code)
    .replaceAll('\\', '/')
    .replaceAll(/\[\.\]|\(\.\)|\u3002/g, '.')
  const found = new Set<string>()
  for (const form of hostForms())
    for (const [, host = ''] of plain.matchAll(form)) if (!NOWHERE.test(host)) found.add(host)
  for (const form of nameForms()) for (const [, name = ''] of plain.matchAll(form)) found.add(name)
  return [...found]
}
