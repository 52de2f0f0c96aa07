// Names of mailboxes as IMAP writes them: modified UTF-7 (RFC 3501, 5.1.3).

export function encodedMailbox(name: string): string {
  return name.replaceAll(/&|[^\x20-\x7e]+/g, (part) => {
    if (part === '&') return '&-'
    const utf16 = Buffer.from(part, 'utf16le').swap16()
    return `&${utf16.toString('base64').replaceAll('/', ',').replace(/=+$/, '')}-`
  })
}

export function decodedMailbox(name: string): string {
  return name.replaceAll(/&([^-]*)-/g, (_, part: string) => {
    if (part === '') return '&'
    const utf16 = Buffer.from(part.replaceAll(',', '/'), 'base64')
    return utf16
      .subarray(0, utf16.length - (utf16.length % 2))
      .swap16()
      .toString('utf16le')
  })
}
