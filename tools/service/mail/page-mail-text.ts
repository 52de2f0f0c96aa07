// The words of an email that is a page. Anybody may have sent it, so it is read as a page of the web is:
// in turns, in a time that grows with its length and no faster, without what nobody would see.
import { pageText } from '../../web/page-text.ts'

/** Nothing lies beside an email. */
const BESIDE = 'https://mail.invalid/'

export const wordsOf = async (html: string): Promise<string> =>
  (await pageText(html, 'text', BESIDE)).text
